import { richTextLong } from '@escola/contract/courses.contract'
import { errors } from '@escola/contract/errors'
import { salesMessages } from '@escola/contract/sales'
import { expect, it } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { namingField, refusalText } from './save-errors.ts'

const refusal = (fields?: Record<string, string>) =>
  new ApiError(400, { code: 'invalid_request', message: errors.invalid_request.pt, fields })
const named = (error: unknown) =>
  Promise.reject(error)
    .catch(namingField((field) => ({ description: 'Descrição', links: 'Links' })[field]))
    .catch((caught: unknown) => caught)

it.each([
  [{ description: richTextLong, links: 'Outra' }, 'Descrição: este texto é longo demais'],
  [{ 'links.3.title': salesMessages.tooLong }, 'Links: use no máximo 200 caracteres'],
  [{ version: 'Valor inválido' }, errors.invalid_request.pt],
  [undefined, errors.invalid_request.pt],
])('names the first field that was refused: %j', async (fields, text) => {
  const error = refusal(fields)
  expect(await named(error)).toBe(error)
  expect(error.message).toBe(text)
})

it('leaves alone what is no refusal of ours', async () => {
  const error = new TypeError('x')
  expect(await named(error)).toBe(error)
  expect(error.message).toBe('x')
})

it('says what is wrong with the one field that a screen saves', () => {
  expect(refusalText(refusal({ notes: richTextLong }))).toBe(richTextLong)
  expect(refusalText(refusal())).toBe(errors.invalid_request.pt)
})
