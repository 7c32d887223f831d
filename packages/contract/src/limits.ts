/** Lists' addresses need these limits on every page, so they stand apart from the others. An e-mail of a sale is found as a whole. */
export const searchMax = 30
export const saleSearchMax = 100

/** Limits of the specification (part 1 §9, part 2 §9); rates are our own. Sizes are in bytes, lengths in characters. */
export const limits = {
  nameMin: 4,
  passwordMin: 6,
  /** Length that the screens recommend; shorter ones are taken down to the least. */
  passwordGood: 10,
  passwordMax: 128,
  inputMax: 100,
  emailMax: 254,
  cellphoneMax: 20,
  cpfDigits: 11,
  searchMax,
  titleMax: 200,
  /** Modules of one course, and lessons of one module. */
  courseModules: 500,
  moduleLessons: 1000,
  linkMax: 200,
  workloadMax: 40,
  /** No person studies more minutes in a life. */
  workloadMinutes: 1_000_000,
  schoolLinkMax: 40,
  domainUrlMax: 200,
  assistantNameMax: 40,
  gallerySentenceMax: 140,
  /** Digits; a landline with its area code has ten. Part 1 §5 counts the characters of the mask, and asks for more than ten. */
  whatsappMin: 10,
  richTextMax: 100_000,
  /** Characters '<' of a rich text. Tags are what takes time to read, and a text of nothing else would keep all other callers waiting. */
  richTextTags: 10_000,
  profileDescriptionMax: 5000,
  fileTitleMax: 25,
  filesPerLesson: 50,
  linksPerLesson: 100,
  imageBytes: 3 * 1024 * 1024,
  imagePixels: 40_000_000,
  lessonFileBytes: 30 * 1024 * 1024,
  importRows: 10_000,
  importBytes: 20 * 1024 * 1024,
  /** Pixels; a picture that is cut out is never wider. */
  cropWidth: 1920,
  studentsPerPage: 50,
  administratorsPerPage: 50,
  /** Courses that are chosen for one teacher. */
  roleCourses: 200,
  studentsFound: 200,
  lessonAutosaveMs: 350,
  publishClickMs: 100,
  categoryPollMs: 250,
  blockedReasonMax: 500,
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
  /** Days for which an address that a school has left is kept from others, and for which one that never led here holds the place. */
  addressQuarantineDays: 30,
  domainClaimDays: 7,
} as const

/** Limits for how people protect their accounts. They stand apart from the others, which every page carries. */
export const securityLimits = {
  /** A device that was seen is recorded at most once in these minutes. */
  seenMinutes: 15,
  /** A session that was not used for these days is over before its time. */
  idleDays: 14,
  /** A proof of identity is good for these minutes before something dangerous asks for another. */
  proofMinutes: 15,
  /** Time between the first and the second half of a sign-in. */
  challengeMinutes: 5,
  recoveryCodes: 10,
  passkeys: 10,
  /** Days in which the reader of a mailbox may say that a new account, passkey or second factor is not theirs. */
  denialDays: 7,
} as const

/** Limits of other systems' calls for a school (decision 36). */
export const accessApiLimits = {
  /** Part 2 §9. */
  hashMinutes: 60,
  /** Life of a student's sign-in token, which may lie in a mail or on a page. */
  tokenHours: 24,
  /** Life of a token that is good once. */
  singleUseMinutes: 5,
  /** Another system's clock may be ahead of ours by these seconds. */
  driftSeconds: 60,
  /** Days for which a signed token without `exp` is good, from its first use. */
  signatureDays: 365,
  /** Different tokens without `exp` that a school's systems may use under one key. */
  signatures: 1000,
  /** The page warns of a token without `exp` that was used in the last days. */
  signatureUseDays: 30,
  /** All systems of one school share these calls. */
  perMinute: 300,
} as const

/** Limits of videos that authors upload to lessons. */
export const videoLimits = {
  /** Five megabytes is the least that S3 takes as a part, and little to send again over a poor line. */
  partBytes: 5 * 1024 * 1024,
  /** The most parts that S3 takes. */
  parts: 10_000,
  abandonedHours: 24,
  /** Videos of the largest size that one person may have begun at once: they count against the school's storage until they are sent. */
  begunPerPerson: 5,
} as const

/** Limits of a platform administrator's view and log; they stand apart from those that every page carries. */
export const platformLimits = {
  schoolsPerPage: 50,
  schoolsFound: 200,
  visitsPerPage: 20,
  changesPerVisit: 100,
  /** A platform administrator's next call begins another visit after so many quiet minutes in a school. */
  visitPauseMinutes: 30,
} as const

/** Version that reports of failures carry (part 1 §9). */
export const appVersion = 406

/** Formats of pictures (part 1 §5): width by height, and the widths that are stored. A new shape is one more line. */
export const imageFormats = {
  square: { ratio: 1, widths: [128, 480, 1280] },
  wide: { ratio: 29 / 9, widths: [480, 960, 1920] },
  signature: { ratio: 3, widths: [480, 960] },
  /** Keeps the ratio that it has. */
  whole: { ratio: undefined, widths: [480, 720, 960, 1280, 1920] },
} as const
export type ImageFormat = keyof typeof imageFormats

/** Requests per minute and address. */
export const ratesPerMinute = {
  /** A class signs in behind one address as its lesson begins; guesses have limits of their own. */
  signIn: 240,
  signUp: 10,
  recovery: 5,
  upload: 60,
  /** A course may have thousands of lessons, and a copy of it writes them all. */
  copy: 10,
  mail: 60,
  question: 20,
  domain: 20,
  /** Fifty megabytes a second. */
  videoPart: 600,
  /** Other systems call from one address for all their people. */
  accessApi: 300,
  /** A copy of one's own data reads every school of the user. */
  ownData: 10,
  /** Programs of other sites ask for pictures and credentials of certificates, many of them from one address. */
  proof: 120,
  /** A search asks again as its text grows, and a school's people may sit behind one address. */
  search: 600,
  /** Cards are tried at the payment provider, stolen ones too. */
  payment: 20,
  /** Each of these may ask the payment provider, whose own limit all schools share; a page asks for an open payment every three seconds. */
  money: 120,
} as const
/**
 * Failed sign-ins that are taken within an hour: for one e-mail from one address, and for one e-mail from all unfamiliar addresses together. All
 * e-mails from one network together have a shorter time, so that one guesser locks out a class behind the same address for minutes at most.
 */
export const failedSignIns = {
  fromOneAddress: 10,
  fromOutsiders: 30,
  minutes: 60,
  fromOneNetwork: 100,
  networkMinutes: 5,
} as const
