import * as contract from '@escola/contract/call'

/** Calls the API for what a journey needs before it begins, so that no journey clicks it together. */
export const callsOf = (token?: string) =>
  contract.callsOf((address, init) => fetch(new URL(address, process.env.E2E_URL), init), token)
