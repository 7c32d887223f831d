import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { EmailField } from './email-field.tsx'

function Form() {
  const form = useForm({ initialValues: { email: '' } })
  return <EmailField label="E-mail" {...form.getInputProps('email')} />
}
const open = () => {
  render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  )
  return screen.getByLabelText<HTMLInputElement>('E-mail')
}

it('asks about a mistyped domain once the field is left, and changes it by a click alone', async () => {
  const field = open()
  await userEvent.type(field, ' Ana@gmial.con')
  expect(screen.queryByRole('button')).toBeNull()
  await userEvent.tab()
  expect(field.value.trim()).toBe('Ana@gmial.con')
  await userEvent.click(screen.getByRole('button', { name: 'Você quis dizer ana@gmail.com?' }))
  expect(field.value).toBe('ana@gmail.com')
  expect(screen.queryByRole('button')).toBeNull()
})

it.each(['ana@gmail.com', 'ana@escola.com.br', 'ana@', ''])('asks nothing about %j', async (typed) => {
  const field = open()
  if (typed) await userEvent.type(field, typed)
  await userEvent.tab()
  expect(screen.queryByRole('button')).toBeNull()
})
