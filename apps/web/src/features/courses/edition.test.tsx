import { categories } from '@escola/contract/categories.contract'
import { courses } from '@escola/contract/courses.contract'
import { type EditionSettings, editionMessages, editions } from '@escola/contract/editions.contract'
import { learning } from '@escola/contract/learning.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'
import { sampleCourse } from './sample-course.ts'

const degree = { ...sampleCourse, school_id: '8', title: 'Pães rústicos', utc_published_on: '2026-01-02T00:00:00.000Z' }
const edition: EditionSettings = {
  id: degree.id,
  link: degree.link,
  title: degree.title,
  franchisor: { id: '8', name: 'Rede do Pão' },
  is_visible: true,
  is_private: true,
  has_comments: true,
  landing_page_url: '',
  category_id: null,
}
const idiomas = { id: '5', title: 'Idiomas', withoutCat: false, degrees: [] }
const context = () => ({
  ...contextOf('admin'),
  templateSchools: [{ id: '8', name: 'Rede do Pão', categories: [{ ...idiomas, degrees: [degree] }] }],
})

it('leads to what students see of a course of a franchise, and sets there what is the school’s own', async () => {
  const server = fakeServer()
  const { modules: _modules, ...fields } = degree
  const study = { modules: [], progress: '0.00', nextContentLink: null, certificate: null, newContents: 0 }
  server.on(courses.get, () => ({ degree }))
  server.on(learning.course, () => ({ degree: { ...fields, ...study } }))
  server.on(categories.list, () => ({ categories: [idiomas], revision: '1' }))
  server.on(editions.get, () => ({ edition }))
  const saves = server.on(editions.save, ({ body }) => ({ edition: { ...edition, ...body } }))

  const { at } = await showApp(server, '/c/ingles', context)
  expect(await screen.findByText(editionMessages.franchiseOf('Rede do Pão'))).toBeTruthy()
  expect(at()).toBe('/c/ingles?student=1')
  expect(screen.queryByRole('link', { name: 'Voltar a editar' })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Configurar' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('switch', { name: /^Privado/ }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Categoria' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Idiomas' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(editionMessages.saved)).toBeTruthy()
  expect(saves[0]!.body).toEqual({
    is_visible: true,
    is_private: false,
    has_comments: true,
    landing_page_url: '',
    category_id: '5',
  })
})
