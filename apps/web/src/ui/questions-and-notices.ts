export { watchOwner } from './another-user.tsx'
export { keepClicks } from './keep-clicks.ts'
export { Notices, showNotice } from './notices.tsx'
export { ConfirmDialog } from './questions/confirm-dialog.tsx'
