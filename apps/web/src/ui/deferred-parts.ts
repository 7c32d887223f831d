export { ConfirmDialog } from './confirm-dialog.tsx'
export { keepClicks } from './keep-clicks.ts'
export { Notices, showNotice } from './notices.tsx'
