/** Takes out whatever looks like a key of a provider (a gateway may quote it back), and credentials inside addresses. */
export function redactKeys(text: string): string {
  return text
    .replace(/sk-[A-Za-z0-9_-]{8,}/g, '[key]')
    .replace(/(bearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, '$1[key]')
    .replace(/(:\/\/)[^/\s@"]+@/g, '$1[key]@')
    .replace(/([?&][\w.-]*(?:key|token|secret|password|signature)[\w.-]*=)[^&\s#"]+/gi, '$1[key]');
}
