/** The mail has lost its subject, which was erased, settled or closed after the mail was asked for. */
export class SubjectGone extends Error {}
