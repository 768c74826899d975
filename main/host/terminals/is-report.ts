/** Focus (mode 1004) and mouse (mode 1006): a page sends them by itself to a program that asked for them. */
const REPORTS = /^(?:\u001b\[(?:[IO]|<\d+;\d+;\d+[Mm]))+$/;

/** Whether what a page sent are its reports alone, and nothing that somebody typed. */
export function isReport(data: string): boolean {
  return REPORTS.test(data);
}
