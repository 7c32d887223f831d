/**
 * Switches for the questions that only a real account can answer; the first value of each is how the stand-in is without a word. Payments are tested both ways,
 * and no switch is about subscriptions.
 */
export interface Settings {
  /** A confirmation without `return_url` is taken, or refused, for intents that say which ways to pay they allow. */
  returnUrl: 'optional' | 'required'
  /** Without Pix an intent that allows it is made without it, or refused. */
  pix: 'on' | 'filtered' | 'refused'
  /** Cards of Elo and Hipercard have their brand, an unknown one, or are refused when they pay. */
  localCards: 'named' | 'unknown' | 'refused'
  /** Operations to which a restricted key, `rk_test_NAME`, has no right. */
  missingRights: string[]
}

export const usualSettings: Settings = { returnUrl: 'optional', pix: 'on', localCards: 'named', missingRights: [] }
