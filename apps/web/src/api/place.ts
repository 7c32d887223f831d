/**
 * Part of the address that says which school this is. The rest may be the secret of a mailed link, which is sent to the server that it is for and to
 * no other.
 */
export const readPlace = () => ({
  domain: location.hostname,
  pathname: location.pathname.replace(/^(\/escola)?(\/[^/]*).*/, '$1$2'),
})
