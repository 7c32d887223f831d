import { useForm } from '@mantine/form'
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showSaved } from './show-saved.ts'

const setUpForm = () =>
  renderHook(() => useForm({ initialValues: { title: 'Pães', signers: [{ name: 'Ana' }] } })).result

it('shows what was saved, and counts changes from there', () => {
  const form = setUpForm()
  act(() => form.current.setFieldValue('title', ' Bolos '))
  const sent = form.current.getValues()
  act(() => showSaved(form.current, sent, { title: 'Bolos', signers: [{ name: 'Ana' }] }))
  expect(form.current.values.title).toBe('Bolos')
  expect(form.current.isDirty()).toBe(false)
})

it('keeps what was typed while the form was being saved', () => {
  const form = setUpForm()
  const sent = form.current.getValues()
  act(() => form.current.setFieldValue('signers', [{ name: 'Ana Prado' }]))
  act(() => showSaved(form.current, sent, { title: 'Bolos', signers: [{ name: 'Ana' }] }))
  expect(form.current.values).toEqual({ title: 'Bolos', signers: [{ name: 'Ana Prado' }] })
  expect(form.current.isDirty()).toBe(true)
})
