interface HelpLink {
  label: string
  /** A path of the school, or an address elsewhere; an empty one hides its link. */
  to: string
}

/** Ways to help on an administrator's home. */
export const helpLinks: readonly HelpLink[] = [
  { label: 'Vender por Hotmart, Eduzz e outras', to: '/vendas/contas' },
  { label: 'Saber por que uma compra não deu acesso', to: '/vendas' },
  { label: 'Matricular alunos de uma planilha', to: '/turmas' },
  { label: 'Mudar as cores e a logo', to: '/design' },
  { label: 'Usar o seu próprio domínio', to: '/offer/dominio' },
]

/** Lists the links that have an address. */
export const listShownLinks = (links: readonly HelpLink[]): HelpLink[] => links.filter(({ to }) => to !== '')

export const banners = [
  'Uma pergunta respondida no mesmo dia traz o aluno de volta à aula.',
  'Aulas curtas são as que mais se terminam: cinco a dez minutos bastam para uma ideia.',
  'Um módulo que abre a cada semana dá ao aluno um motivo para voltar.',
  'Veja a sua escola com os olhos de quem estuda: toque no seu papel, no menu, para trocar a visão.',
  'Uma capa em cada curso deixa a escola com a sua cara desde a primeira visita.',
] as const

/**
 * Draws one of the banners (part 2 §2).
 * @param chance from 0 up to, but not, 1
 */
export const drawBanner = (chance: number): string => banners[Math.floor(chance * banners.length)]!
