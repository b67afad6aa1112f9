/** A file that a PDF carries. */
export interface Attachment {
  readonly content: Uint8Array;
  /** Shown as the time of its last change. */
  readonly createdAt: Date;
}

/** The name that readers of e-invoices look for. Source: documents-and-emails.md §3. */
const FILE_NAME = 'factur-x.xml';
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** What the metadata of the PDF say about the attachment. */
const PROPERTIES = {
  DocumentFileName: { value: FILE_NAME, description: 'The name of the embedded XML document' },
  DocumentType: { value: 'INVOICE', description: 'The type of the embedded XML document' },
  Version: {
    value: '1.0',
    description: 'The version of the standard that the embedded XML document follows',
  },
  ConformanceLevel: { value: 'EN 16931', description: 'The profile of the embedded XML document' },
} as const;

/**
 * Attaches an e-invoice in CII to a PDF/A-3 as its equivalent, as Factur-X and ZUGFeRD require. PDF/A demands a description of every
 * property of the metadata that is not its own.
 */
export function attachFacturX(pdf: PDFKit.PDFDocument, { content, createdAt }: Attachment): void {
  const options = {
    name: FILE_NAME,
    type: 'text/xml',
    description: 'Factur-X',
    modifiedDate: createdAt,
    // Missing in the types of pdfkit.
    relationship: 'Alternative',
  };
  pdf.file(Buffer.from(content), options);
  pdf.appendXML(METADATA);
}

const METADATA = `
  <rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
${Object.entries(PROPERTIES)
  .map(([name, { value }]) => `    <fx:${name}>${value}</fx:${name}>`)
  .join('\n')}
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
    xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas>
      <rdf:Bag>
        <rdf:li rdf:parseType="Resource">
          <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
          <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
          <pdfaSchema:prefix>fx</pdfaSchema:prefix>
          <pdfaSchema:property>
            <rdf:Seq>
${Object.entries(PROPERTIES)
  .map(
    ([name, { description }]) => `              <rdf:li rdf:parseType="Resource">
                <pdfaProperty:name>${name}</pdfaProperty:name>
                <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                <pdfaProperty:category>external</pdfaProperty:category>
                <pdfaProperty:description>${description}</pdfaProperty:description>
              </rdf:li>`,
  )
  .join('\n')}
            </rdf:Seq>
          </pdfaSchema:property>
        </rdf:li>
      </rdf:Bag>
    </pdfaExtension:schemas>
  </rdf:Description>`;
