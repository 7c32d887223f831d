/** The mail has nothing to say any more: its subject was erased, settled or closed after the mail was asked for. */
export class SubjectGone extends Error {}
