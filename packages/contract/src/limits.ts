/** Apart, for the addresses of lists, which every page knows. */
export const searchMax = 30

/** Spec part 1 §9, part 2 §9; rates are our own. Sizes in bytes, lengths in characters. */
export const limits = {
  nameMin: 4,
  passwordMin: 6,
  passwordMax: 128,
  inputMax: 100,
  emailMax: 254,
  cellphoneMax: 20,
  cpfDigits: 11,
  searchMax,
  titleMax: 200,
  linkMax: 200,
  workloadMax: 40,
  /** More than a person can study in a life. */
  workloadMinutes: 1_000_000,
  schoolLinkMax: 40,
  domainUrlMax: 200,
  assistantNameMax: 40,
  /** More than ten, says part 1 §5. */
  whatsappMin: 11,
  richTextMax: 100_000,
  profileDescriptionMax: 5000,
  fileTitleMax: 25,
  filesPerLesson: 50,
  linksPerLesson: 100,
  imageBytes: 3 * 1024 * 1024,
  imagePixels: 40_000_000,
  lessonFileBytes: 30 * 1024 * 1024,
  importRows: 10_000,
  importBytes: 20 * 1024 * 1024,
  importForecastBytes: 3 * 1024 * 1024,
  /** What is cut out of a picture is never wider. */
  cropWidth: 1920,
  studentsPerPage: 50,
  administratorsPerPage: 50,
  studentsFound: 200,
  lessonAutosaveMs: 350,
  publishClickMs: 100,
  categoryPollMs: 250,
  notesMax: 20_000,
  notesSaveMs: 1000,
  pageSaveMs: 1000,
  rankPerPage: 50,
  eventsPerPage: 30,
  notificationDays: 90,
  unreadMax: 100,
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
  threadsPerPage: 20,
  /** Under one question; the last one is the school's. */
  repliesPerThread: 50,
  threadMessageMax: 10_000,
  bookmarksPerStudent: 500,
  /** How long an address that a school has left is kept from others, and how long one that never led here holds the place. */
  addressQuarantineDays: 30,
  domainClaimDays: 7,
} as const

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

/** Of what other systems do for a school (decision 36). */
export const accessApiLimits = {
  /** Part 2 §9. */
  hashMinutes: 60,
  /** How long what signs a student in may lie in a mail or on a page. */
  tokenHours: 24,
  /** How far another system's clock may be ahead of ours. */
  driftSeconds: 60,
  /** Calls of all its systems together. */
  perMinute: 300,
} as const

/** Of videos that are sent to lessons. */
export const videoLimits = {
  /** Five megabytes is the least that S3 takes as a part, and little to send again over a poor line. */
  partBytes: 5 * 1024 * 1024,
  /** S3 takes no more. */
  parts: 10_000,
  abandonedHours: 24,
} as const

/** Of what platform administrators see and leave behind; apart from what every page carries. */
export const platformLimits = {
  schoolsPerPage: 50,
  schoolsFound: 200,
  visitsPerPage: 20,
  changesPerVisit: 100,
  /** Whoever does nothing in a school for so long begins another visit. */
  visitPauseMinutes: 30,
} as const

/** Part 1 §9: what a report of a failure says that it comes from. */
export const appVersion = 406

/** The shapes of pictures (part 1 §5): width by height, and the widths that are stored. Who has another shape adds a line. */
export const imageFormats = {
  square: { ratio: 1, widths: [128, 480, 1280] },
  wide: { ratio: 29 / 9, widths: [480, 960, 1920] },
  signature: { ratio: 3, widths: [480, 960] },
} as const
export type ImageFormat = keyof typeof imageFormats

/** Requests per minute and address. */
export const ratesPerMinute = {
  signIn: 20,
  signUp: 10,
  recovery: 5,
  upload: 60,
  mail: 60,
  question: 20,
  domain: 20,
  certificate: 600,
  /** Fifty megabytes a second. */
  videoPart: 600,
  /** A launch sells many within a minute, and all of them come from the platform's few addresses. */
  webhook: 3000,
  /** Other systems come from one address for all their people. */
  accessApi: 300,
} as const
/** Failed sign-ins for one e-mail that are taken within an hour: from one address, and from all together where it is not familiar. */
export const failedSignIns = { fromOneAddress: 10, fromOutsiders: 30, minutes: 60 } as const
