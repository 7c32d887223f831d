import { firstName } from '@escola/contract/people'
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useAppContext } from '../../session/context.ts'
import { AccountScreen } from './account-screen.tsx'
import { LoginLink } from './login-link.tsx'
import { OwnerForm } from './owner-form.tsx'
import { type SignedUp, SignUpDone } from './sign-up-done.tsx'
import { StudentForm } from './student-form.tsx'

const JoinSchool = lazy(() => import('../../ui/account/join-school.tsx'))
const OwnSchoolPage = lazy(() => import('./own-school-page.tsx'))

/** Signs up an owner with their school, or a student inside of a school. */
export function SignUpPage() {
  const { school, user } = useAppContext()
  const [doneFor, setDoneFor] = useState<SignedUp>()
  const text = school ? `Estude em ${school.name}` : 'Leva um minuto e não pede cartão'
  if (doneFor) return <SignUpDone as={doneFor} />
  if (user && !school)
    return (
      <Suspense>
        <OwnSchoolPage />
      </Suspense>
    )
  if (user && school?.can_join) return <JoinPage name={user.name} email={user.email} />
  return (
    <AccountScreen title={school ? 'Criar conta' : 'Criar escola'} text={text}>
      {school ? <StudentForm schoolId={school.id} onDone={setDoneFor} /> : <OwnerForm onDone={setDoneFor} />}
      <Text size="sm" c="dimmed">
        Já tem uma conta?{' '}
        <LoginLink size="sm" returns={school !== null}>
          Entrar
        </LoginLink>
      </Text>
    </AccountScreen>
  )
}

/** Stands in place of the form for a user who has an account already. */
function JoinPage({ name, email }: { name: string; email: string }) {
  const navigate = useNavigate()
  return (
    <AccountScreen title={`Falta só entrar, ${firstName(name)}`} text={`Você já tem uma conta: ${email}.`}>
      <Suspense>
        <JoinSchool onDone={() => void navigate({ to: '/' })} />
      </Suspense>
    </AccountScreen>
  )
}
