import { everyItem, type FieldPath, type Preview } from '@escola/contract/field-mappings.contract'
import { salesTitle } from '@escola/contract/titles'

/** Names a field by the way that leads to it: “itens › cada um › sku”. */
export const nameField = (path: FieldPath): string =>
  path.map((name) => (name === everyItem ? 'cada um' : name)).join(' › ')

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

/** Says what a delivery would do. */
export function sayPreview(preview: Preview): string {
  const { value, outcome, lacks, transaction } = preview
  if (lacks.includes('event')) return 'Não diz o que aconteceu: escolha o campo do evento.'
  if (outcome === null) return `Não sabemos o que “${value}” quer dizer. Escolha para liberar a venda.`
  if (outcome === 'ignored') return 'Este aviso não muda nada.'
  if (outcome === 'paid') return sayPaid(preview)
  if (lacks.includes('transaction')) return 'Falta o código da compra: não dá para saber quem sai.'
  const what = outcome === 'subscription_ended' ? 'A assinatura termina' : 'Quem entrou sai'
  return `${what}: compra ${transaction}.`
}

function sayPaid({ name, email, lacks, product_ids, school_gateways }: Preview): string {
  const buyer = name && email ? `${name} (${email})` : name || email || 'Quem comprou'
  if (lacks.includes('product_ids')) return `${buyer} não entra: falta o código do produto.`
  if (school_gateways.length === 0)
    return `${buyer} espera em ${salesTitle}: nenhuma turma desta conta tem o produto ${list.format(product_ids)}.`
  if (lacks.includes('email')) return `${buyer} espera em ${salesTitle}: falta um e-mail que funcione.`
  const classes = list.format(school_gateways.map((title) => `“${title}”`))
  const entry = `${buyer} entra ${school_gateways.length === 1 ? 'na turma' : 'nas turmas'} ${classes}.`
  return lacks.includes('transaction')
    ? `${entry} Falta o código da compra: sem ele, um reembolso não tira ninguém da turma.`
    : entry
}
