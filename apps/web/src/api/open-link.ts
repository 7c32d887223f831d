/**
 * Hands a signed link to the browser. A link that is clicked, not a window that is opened: the address arrives after the
 * tap that asked for it, when phones already block windows.
 */
export function openLink(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noopener'
  link.download = ''
  link.click()
}
