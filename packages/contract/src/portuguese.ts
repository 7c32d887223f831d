import type { z } from 'zod'

/** Writes the text beside a field whose rule has no text of its own. */
export function explain(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Preencha este campo' : 'Este valor não é válido aqui'
    case 'too_big':
      if (issue.origin === 'string') return `Use no máximo ${issue.maximum} caracteres`
      if (issue.origin === 'array') return `São no máximo ${issue.maximum} itens`
      return `O máximo é ${issue.maximum}`
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? 'Preencha este campo' : `Use pelo menos ${issue.minimum} caracteres`
      if (issue.origin === 'array') return `São pelo menos ${issue.minimum} itens`
      return `O mínimo é ${issue.minimum}`
    default:
      return 'Este valor não é válido aqui'
  }
}
