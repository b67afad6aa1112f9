-- Checks the rows that were there before 0063: reads the table once, while others read and write it.
ALTER TABLE "due_work" VALIDATE CONSTRAINT "due_work_kind_words";
