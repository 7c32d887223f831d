import { translateMessage } from '@escola/contract/errors'

/** All that the server may say, in Portuguese: fetched once the page has nothing else to do, or by the first failure. */
export const translate = translateMessage
