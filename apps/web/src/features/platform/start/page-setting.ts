/** What the server has written into the page, as data: undefined where nothing is configured. */
export const pageSetting = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="escola:${name}"]`)?.content || undefined
