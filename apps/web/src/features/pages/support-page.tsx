import { accessTitle, pageTitles, salesAccountsTitle, salesTitle } from '@escola/contract/titles'
import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAppContext, useSchool, useViewRole } from '../../session/context.ts'
import { useMayOpen } from '../../session/page-rights.ts'
import { useRights } from '../../session/rights.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { Page } from '../../ui/page.tsx'
import { ContactWays } from './contact-ways.tsx'
import classes from './support-page.module.css'

/** Students turn to their school, and its administrators to the platform. */
export function SupportPage() {
  return useViewRole() === 'admin' ? <AdminSupport /> : <StudentSupport />
}

function StudentSupport() {
  const { name, email, cellphone, phone_e164 } = useSchool()
  return (
    <Page title="Suporte" narrow>
      <AssistantHint>
        Precisa de ajuda? Veja se a resposta já está aqui. Se não estiver, fale com a escola: quem responde conhece os
        seus cursos.
      </AssistantHint>
      <Answers>
        <Answer question="Não consigo abrir um curso">
          Confira se você entrou com o e-mail que usou na compra ou na matrícula. Os cursos liberados para você estão em{' '}
          <Link to="/cursos">{pageTitles.courses}</Link>.
        </Answer>
        <Answer question="Uma aula aparece com cadeado">
          Ela é liberada mais adiante: a data aparece ao lado do título. Conclua a aula atual para seguir em frente.
        </Answer>
        <Answer question="Onde está o meu certificado?">
          Em <Link to="/certificados">{pageTitles.certificates}</Link>, alguns instantes depois de você concluir a
          última aula de um curso que dá certificado.
        </Answer>
      </Answers>
      <Title order={2} size="h3">
        Fale com {name}
      </Title>
      <ContactWays
        email={email}
        cellphone={cellphone}
        phone_e164={phone_e164}
        text={`Olá! Preciso de ajuda na escola ${name}.`}
      />
      {!email && !cellphone && <Text c="dimmed">A escola ainda não informou um contato.</Text>}
    </Page>
  )
}

function AdminSupport() {
  const { support } = useAppContext()
  const { id, name } = useSchool()
  const mayOpen = useMayOpen()
  const { maySomewhere } = useRights()
  return (
    <Page title="Suporte" narrow>
      <AssistantHint>
        Estou aqui para ajudar você a cuidar da sua escola. O que eu não souber, a equipe da plataforma sabe.
      </AssistantHint>
      <Answers>
        {['/vendas', '/vendas/contas', '/alunos'].every(mayOpen) && (
          <Answer question="Um aluno pagou e não consegue entrar">
            Procure o e-mail ou o código da compra em <Link to="/vendas">{salesTitle}</Link>: cada venda diz o que foi
            feito com ela, e o que falta. Se nada chegou, confira em{' '}
            <Link to="/vendas/contas">{salesAccountsTitle}</Link> se a plataforma avisa a sua escola. Quem já é aluno
            está em <Link to="/alunos">{pageTitles.students}</Link>: na página dele, “{accessTitle}” responde, e o link
            de acesso vai de novo.
          </Answer>
        )}
        {maySomewhere('courses') && (
          <Answer question="Publiquei uma aula e os alunos não veem">
            Confira em <Link to="/cursos">{pageTitles.courses}</Link> se o curso tem a etiqueta “rascunho”: as mudanças
            só chegam aos alunos depois de “Publicar alterações”.
          </Answer>
        )}
        <Answer question="Os alunos procuram ajuda">
          Eles veem nesta página o contato que está em <Link to="/contato">Contato</Link>.
        </Answer>
      </Answers>
      <Title order={2} size="h3">
        Fale com a plataforma
      </Title>
      <ContactWays {...support} text={`Escola ${name} (nº ${id})`} />
      {support.email || support.url ? (
        <Text c="dimmed" size="sm">
          Se uma mensagem de erro mostrou um código para o suporte, envie-o junto: com ele encontramos o que houve.
        </Text>
      ) : (
        <Text c="dimmed">Quem cuida desta plataforma ainda não informou um contato.</Text>
      )}
    </Page>
  )
}

const Answers = ({ children }: { children: ReactNode }) => <div className={classes.answers}>{children}</div>

function Answer({ question, children }: { question: string; children: ReactNode }) {
  return (
    <details className={classes.answer}>
      <summary>{question}</summary>
      <p>{children}</p>
    </details>
  )
}
