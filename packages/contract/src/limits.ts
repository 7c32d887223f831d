/** Spec part 1 §9, part 2 §9; rates are our own. Sizes in bytes, lengths in characters. */
export const limits = {
  nameMin: 4,
  passwordMin: 6,
  passwordMax: 128,
  inputMax: 100,
  emailMax: 254,
  cellphoneMax: 20,
  searchMax: 30,
  titleMax: 200,
  linkMax: 200,
  richTextMax: 100_000,
  fileTitleMax: 25,
  filesPerLesson: 50,
  imageBytes: 3 * 1024 * 1024,
  imagePixels: 40_000_000,
  lessonFileBytes: 30 * 1024 * 1024,
  importRows: 10_000,
  importBytes: 20 * 1024 * 1024,
  importForecastBytes: 3 * 1024 * 1024,
  coverRatio: 29 / 9,
  /** What is cut out of a picture is never wider. */
  cropWidth: 1920,
  coverWidths: [480, 960, 1920],
  studentsPerPage: 50,
  studentsFound: 200,
  lessonAutosaveMs: 350,
  notesMax: 20_000,
  notesSaveMs: 1000,
  searchMs: 200,
  redirectSeconds: 5,
  signUpRedirectMs: 7000,
  activationDays: 7,
  invitationDays: 30,
  recoveryMinutes: 30,
  sessionDays: 30,
  familiarAddressDays: 90,
  signedLinkMinutes: 10,
  mailsPerHour: 5,
} as const

/** Requests per minute and address. */
export const ratesPerMinute = { signIn: 20, signUp: 10, recovery: 5, upload: 60, mail: 60 } as const
/** Of how people protect their accounts. Apart from the others, which every page carries. */
export const securityLimits = {
  /** How often it is written down that a device was seen. */
  seenMinutes: 15,
  /** How long somebody who has proven who they are may change what is dangerous. */
  proofMinutes: 15,
  /** Between the first and the second half of a sign-in. */
  challengeMinutes: 5,
  recoveryCodes: 10,
  passkeys: 10,
} as const

/** Failed sign-ins for one e-mail that are taken within an hour: from one address, and from all together where it is not familiar. */
export const failedSignIns = { fromOneAddress: 10, fromOutsiders: 30, minutes: 60 } as const
