import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAppContext } from '../../session/context.ts'
import { AccountScreen } from './account-screen.tsx'
import { OwnerForm } from './owner-form.tsx'
import { type SignedUp, SignUpDone } from './sign-up-done.tsx'
import { StudentForm } from './student-form.tsx'

/** Signs up an owner with their school, or a student inside of a school. */
export function SignUpPage() {
  const { school } = useAppContext()
  const [doneFor, setDoneFor] = useState<SignedUp>()
  const text = school ? `Estude em ${school.name}` : 'Leva um minuto e não pede cartão'
  if (doneFor) return <SignUpDone as={doneFor} />
  return (
    <AccountScreen title={school ? 'Criar conta' : 'Criar escola'} text={text}>
      {school ? <StudentForm schoolId={school.id} onDone={setDoneFor} /> : <OwnerForm onDone={setDoneFor} />}
      <Text size="sm" c="dimmed">
        Já tem uma conta?{' '}
        <Anchor component={Link} to="/login" size="sm" underline="always">
          Entrar
        </Anchor>
      </Text>
    </AccountScreen>
  )
}
