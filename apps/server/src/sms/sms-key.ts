interface KeyedSms {
  schoolId: string
  messageId: string
}

/** Makes the key under which a text message is sent, which its provider may tell again. */
export const makeSmsKey = ({ schoolId, messageId }: KeyedSms) => `sms-${schoolId}-${messageId}`

/** Reads the key of a text message; undefined for what is none. */
export function readSmsKey(key: string): KeyedSms | undefined {
  const [, schoolId, messageId] = /^sms-([1-9]\d{0,17})-([1-9]\d{0,17})$/.exec(key) ?? []
  return schoolId && messageId ? { schoolId, messageId } : undefined
}
