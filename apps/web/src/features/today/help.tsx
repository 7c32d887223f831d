import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAppContext } from '../../session/context.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import classes from './help.module.css'

const links = [
  { label: 'Vender por Hotmart, Eduzz e outras', to: '/turmas' },
  { label: 'Matricular alunos de uma planilha', to: '/turmas' },
  { label: 'Mudar as cores e a logo', to: '/design' },
  { label: 'Usar o seu próprio domínio', to: '/offer/dominio' },
] as const

const banners = [
  'Uma pergunta respondida no mesmo dia traz o aluno de volta à aula.',
  'Aulas curtas são as que mais se terminam: cinco a dez minutos bastam para uma ideia.',
  'Um módulo que abre a cada semana dá ao aluno um motivo para voltar.',
  'Veja a sua escola com os olhos de quem estuda: toque em “Administrador”, no menu, para trocar a visão.',
  'Uma capa em cada curso deixa a escola com a sua cara desde a primeira visita.',
]

/** Ways to help, and a word of the assistant that is another one on each visit. */
export function Help() {
  const { school, support } = useAppContext()
  const [banner] = useState(() => banners[Math.floor(Math.random() * banners.length)]!)
  return (
    <footer className={classes.help}>
      <AssistantHint>{banner}</AssistantHint>
      <nav aria-label="Ajuda">
        <ul className={classes.links}>
          {links.map(({ label, to }) => (
            <li key={label}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          {school?.has_support && (
            <li>
              <Link to="/suporte">Suporte</Link>
            </li>
          )}
          {support.email && (
            <li>
              <a href={`mailto:${support.email}`}>Falar com a plataforma</a>
            </li>
          )}
        </ul>
      </nav>
    </footer>
  )
}
