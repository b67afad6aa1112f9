import java.io.File;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.transform.Templates;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

/**
 * Validates all files of a folder: with ZUGFeRDValidator (Schematron; of PDFs also veraPDF), and those of Peppol in UBL with the
 * rules of Peppol as well. Prints a line for each: its name, a tab, and what is wrong; nothing for a valid one.
 */
public class Validate {
  private static final Pattern ERROR = Pattern.compile("<(error|exception)[^>]*>(.*?)</\\1>", Pattern.DOTALL);
  private static final Pattern FAILED = Pattern.compile(
      "<svrl:failed-assert(?=[^>]*flag=\"fatal\")[^>]*>.*?<svrl:text>(.*?)</svrl:text>", Pattern.DOTALL);

  public static void main(String[] arguments) throws Exception {
    PrintStream out = System.out;
    // The validator logs to it.
    System.setOut(System.err);
    VeraGreenfieldFoundryProvider.initialise();
    Templates peppol = new net.sf.saxon.TransformerFactoryImpl().newTemplates(new StreamSource(arguments[1]));
    File[] files = new File(arguments[0]).listFiles();
    Arrays.sort(files);
    Arrays.stream(files).parallel().forEach(file -> {
      String problems = problemsOf(file, peppol);
      synchronized (out) {
        out.println(file.getName() + "\t" + problems);
      }
    });
    System.exit(0);
  }

  private static String problemsOf(File file, Templates peppol) {
    TreeSet<String> problems = new TreeSet<>();
    try {
      org.mustangproject.validator.ZUGFeRDValidator validator = new org.mustangproject.validator.ZUGFeRDValidator();
      validator.disableNotices();
      String report = validator.validate(file.getPath());
      add(problems, ERROR.matcher(report), 2);
      if (problems.isEmpty() && !validator.wasCompletelyValid()) problems.add("not valid: " + shown(report));
      if (file.getName().endsWith(".pdf")) addTagging(problems, file);
      if (file.getName().contains(".peppol.")) {
        StringWriter answer = new StringWriter();
        peppol.newTransformer().transform(new StreamSource(file), new StreamResult(answer));
        add(problems, FAILED.matcher(answer.toString()), 1);
        if (file.getName().contains("self_billed")) problems.removeIf(text -> OF_BILLING.matcher(text).matches());
      }
    } catch (Throwable thrown) {
      problems.add(thrown.toString());
    }
    return String.join(" | ", problems);
  }

  /** The rules at hand are those of billing; self-billing has a process and a specification of its own. */
  private static final Pattern OF_BILLING = Pattern.compile("^(Business process|Specification identifier) MUST .*");

  /** The rules of PDF/UA for tagged documents, except that a document says that it follows them. */
  private static void addTagging(TreeSet<String> problems, File file) throws Exception {
    try (PDFAParser parser = Foundries.defaultInstance().createParser(file, PDFAFlavour.PDFUA_1)) {
      PDFAValidator validator = Foundries.defaultInstance().createValidator(PDFAFlavour.PDFUA_1, false);
      for (TestAssertion rule : validator.validate(parser).getTestAssertions())
        if (rule.getStatus() == TestAssertion.Status.FAILED && !rule.getRuleId().getClause().equals("5"))
          problems.add("PDF/UA " + rule.getRuleId().getClause() + ": " + shown(rule.getMessage()));
    }
  }

  private static void add(TreeSet<String> problems, Matcher found, int group) {
    while (found.find()) problems.add(shown(found.group(group)));
  }

  private static String shown(String text) {
    String line = text.replaceAll("\\s+", " ").trim();
    return line.substring(0, Math.min(600, line.length()));
  }
}
