import { translateMessage } from '@escola/contract/errors'

export { ConfirmDialog } from './confirm-dialog.tsx'
export { Notices, showNotice } from './notices.tsx'
/** All that the server may say, in Portuguese. */
export const translate = translateMessage
