import * as contract from '@escola/contract/call'

/** Calls the API: what a journey needs before it begins is not clicked together. */
export const callsOf = (token?: string) =>
  contract.callsOf((address, init) => fetch(new URL(address, process.env.E2E_URL), init), token)
