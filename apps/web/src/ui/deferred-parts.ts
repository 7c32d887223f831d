export { ConfirmDialog } from './confirm-dialog.tsx'
export { Notices, showNotice } from './notices.tsx'
