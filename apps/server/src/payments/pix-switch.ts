import { hourMs, minuteMs } from '@escola/contract/durations'
import type { Stripe } from 'stripe'

/** Says whether the account at the provider takes Pix, which an operator switches on in its dashboard. */
export interface PixSwitch {
  /** Returns the provider's answer of the last hour. Without one in time Pix is offered, and a payment by Pix fails with its own words. */
  isOn(now: Date): Promise<boolean>
  /** Has the account asked again: something may have changed there. */
  forget(): void
}

/** A page waits so long for the first answer. */
const patienceMs = 2000

export function createPixSwitch(ask: (work: (stripe: Stripe) => Promise<boolean>) => Promise<boolean>): PixSwitch {
  let known: { isOn: boolean; until: number } | undefined
  let asking: Promise<boolean> | undefined
  const askNow = async (now: Date): Promise<boolean> => {
    try {
      const isOn = await ask(takesPix)
      known = { isOn, until: now.getTime() + hourMs }
    } catch {
      // A key without this right is refused each time; its calls that matter say so.
      known = { isOn: known?.isOn ?? true, until: now.getTime() + minuteMs }
    } finally {
      asking = undefined
    }
    return known.isOn
  }
  return {
    async isOn(now) {
      if (known && known.until > now.getTime()) return known.isOn
      asking ??= askNow(now)
      return known ? known.isOn : Promise.race([asking, resolveLater(true)])
    },
    forget() {
      known = undefined
    },
  }
}

const resolveLater = (value: boolean) =>
  new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, value).unref())

/** The account's own configuration filters the ways that each intent names; one without a word of Pix can't have it. */
async function takesPix({ paymentMethodConfigurations }: Stripe): Promise<boolean> {
  const { data } = await paymentMethodConfigurations.list({ limit: 100 })
  const own = data.find(({ is_default, active, application }) => is_default && active && application === null)
  return own === undefined || own.pix?.available === true
}
