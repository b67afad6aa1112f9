/** True for names and addresses under which only this machine reaches itself. @param host of a URL or to listen on. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}
