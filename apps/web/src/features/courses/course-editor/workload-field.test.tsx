import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { WorkloadField } from './workload-field.tsx'

function Form({ start }: { start: number }) {
  const [course, setCourse] = useState<{ workload_hours: number; workload_text?: string }>({ workload_hours: start })
  return (
    <MantineProvider>
      <WorkloadField
        minutes={course.workload_hours}
        text={course.workload_text}
        onChange={(edits) => setCourse({ ...course, ...edits })}
      />
      <output>{course.workload_hours}</output>
    </MantineProvider>
  )
}
const field = () => screen.getByLabelText('Carga horária')

it.each([
  ['1h30', '90', '1h30'],
  ['meia', '30', '30 minutos'],
  ['90 minutos', '90', '1h30'],
  ['2 horas', '120', '2 horas'],
])('understands %s', async (typed, minutes, shown) => {
  render(<Form start={0} />)
  await userEvent.type(field(), typed)
  await userEvent.tab()
  expect(screen.getByRole('status').textContent).toBe(minutes)
  expect(field()).toHaveProperty('value', shown)
})

it('says what it expects and keeps both the text and the old value', async () => {
  render(<Form start={60} />)
  await userEvent.clear(field())
  await userEvent.type(field(), 'bastante')
  await userEvent.tab()
  expect(field()).toHaveProperty('value', 'bastante')
  expect(screen.getByText('Por exemplo: 1h30 ou 90 minutos')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('60')
})

it('takes an empty text for no workload', async () => {
  render(<Form start={60} />)
  await userEvent.clear(field())
  expect(screen.getByRole('status').textContent).toBe('0')
})
