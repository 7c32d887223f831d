import { translateMessage } from '@escola/contract/errors'

/** All that the server may say, in Portuguese. */
export const translate = translateMessage
