import type { SchoolDb } from '@escola/db'
import * as cards from './cards/cards.queries.ts'
import * as decision from './payment-decision.ts'
import * as queries from './payments.queries.ts'

// Payments and cards as the features read and write them that have them paid.
export type CardRow = cards.CardRow
export type PaymentRow = queries.PaymentRow

export const findCard = (db: SchoolDb, id: string) => cards.findCard(db, id)
export const findCardByProvider = (db: SchoolDb, stripeId: string) => cards.findCardByProvider(db, stripeId)

export const findById = (db: SchoolDb, id: string) => queries.findById(db, id)
export const findByKey = (db: SchoolDb, key: string) => queries.findByKey(db, key)
/** Lists payments that are not decided, oldest first. */
export const listOpen = (db: SchoolDb, limit: number) => queries.listOpen(db, limit)
/** Locks the payment until the transaction ends. */
export const lockById = (db: SchoolDb, id: string) => queries.lockById(db, id)
/** @returns the row's id; undefined when a payment has the key already */
export const insertPayment = (...given: Parameters<typeof queries.insertPayment>) => queries.insertPayment(...given)
export const updatePayment = (...given: Parameters<typeof queries.updatePayment>) => queries.updatePayment(...given)

export const isAttemptOver = (...given: Parameters<typeof decision.isAttemptOver>) => decision.isAttemptOver(...given)
/** Finds when an attempt that begins at a moment has ended, whether its answer comes or not. */
export const attemptEnd = (begun: Date) => new Date(begun.getTime() + decision.attemptMs)
