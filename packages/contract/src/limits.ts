/** Spec part 1 §9, part 2 §9; rates are our own. Sizes in bytes, lengths in characters. */
export const limits = {
  nameMin: 4,
  passwordMin: 6,
  passwordMax: 128,
  inputMax: 100,
  emailMax: 254,
  cellphoneMax: 20,
  cpfDigits: 11,
  searchMax: 30,
  titleMax: 200,
  linkMax: 200,
  richTextMax: 100_000,
  profileDescriptionMax: 5000,
  fileTitleMax: 25,
  filesPerLesson: 50,
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

/** The shapes of pictures (part 1 §5): width by height, and the widths that are stored. Who has another shape adds a line. */
export const imageFormats = {
  square: { ratio: 1, widths: [128, 480, 1280] },
  wide: { ratio: 29 / 9, widths: [480, 960, 1920] },
  signature: { ratio: 3, widths: [480, 960] },
} as const
export type ImageFormat = keyof typeof imageFormats

/** Requests per minute and address. */
export const ratesPerMinute = { signIn: 20, signUp: 10, recovery: 5, upload: 60, mail: 60 } as const
/** Failed sign-ins for one e-mail that are taken within fifteen minutes: from one address, and from all together where it is not familiar. */
export const failedSignIns = { fromOneAddress: 10, fromOutsiders: 30, minutes: 15 } as const
