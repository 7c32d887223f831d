import { z } from 'zod'
import { salesLimits, salesMessages } from './sales.ts'

/** Code of a purchase as its buyer types it; white space never belongs in it. */
export const PurchaseHelp = z.object({
  code: z
    .string()
    .max(2000, salesMessages.tooLong)
    .transform((text) => text.replace(/[\s\p{Cc}]+/gu, ''))
    .pipe(z.string().min(1, salesMessages.purchaseCode).max(salesLimits.integrationMax, salesMessages.tooLong)),
})

export const purchaseHelpTexts = {
  title: 'Comprei e não recebi o acesso',
  /** The answer tells nothing of the purchase. */
  sent: 'Se encontrarmos a compra, um e-mail sai em instantes para o e-mail ligado a ela.',
}
