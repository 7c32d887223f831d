import { expect, it } from 'vitest'
import { z } from 'zod'
import { Password } from './people.ts'
import { explain } from './portuguese.ts'

const textOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: explain }).error?.issues[0]?.message

it.each([
  [z.string(), undefined, 'Preencha este campo'],
  [z.string(), 5, 'Este valor não é válido aqui'],
  [z.string().min(1), '', 'Preencha este campo'],
  [z.string().min(3), 'a', 'Use pelo menos 3 caracteres'],
  [z.string().max(3), 'abcd', 'Use no máximo 3 caracteres'],
  [z.array(z.string()).max(1), ['a', 'b'], 'São no máximo 1 itens'],
  [z.number().max(10), 11, 'O máximo é 10'],
  [z.number().min(1), 0, 'O mínimo é 1'],
  [z.string().regex(/a/), 'b', 'Este valor não é válido aqui'],
  [z.string().max(3, 'O nosso texto'), 'abcd', 'O nosso texto'],
  [Password, `a1${'x'.repeat(200)}`, 'Use no máximo 128 caracteres'],
])('%# is explained in Portuguese', (schema, value, text) => expect(textOf(schema, value)).toBe(text))
