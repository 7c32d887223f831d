import type { Lesson } from '@escola/contract/lessons.contract'
import { expect, it } from 'vitest'
import { completeAddress, isSavedIn, splitEdits } from './lesson-edits.ts'

const lesson: Lesson = {
  id: '1',
  link: 'aula',
  title: 'Aula',
  description: '',
  main_media_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  main_media_duration: 0,
  files: [],
  external_links: [{ id: 'a', title: 'Apostila', link: 'https://exemplo.com/' }],
  is_private: false,
  is_visible: true,
  module_id: '2',
  utc_published_on: null,
  isDraft: false,
  version: 3,
}

it('holds back a video that is of none of the providers, and sends the rest', () => {
  expect(splitEdits({ title: 'Nova', main_media_url: 'https://exemplo.com/v' }, lesson)).toEqual({
    send: { title: 'Nova' },
    hold: { main_media_url: 'https://exemplo.com/v' },
  })
  expect(splitEdits({ main_media_url: '' }, lesson)).toEqual({ send: { main_media_url: '' } })
})

it('keeps the saved address of a link while its new one is half typed', () => {
  const links = [
    { id: 'a', title: 'Apostila', link: 'https://' },
    { id: 'b', title: '', link: '' },
    { id: 'c', title: 'Grupo', link: 'exemplo.com/grupo' },
  ]
  expect(splitEdits({ external_links: links }, lesson)).toEqual({
    send: {
      external_links: [lesson.external_links[0], { id: 'c', title: 'Grupo', link: 'https://exemplo.com/grupo' }],
    },
    hold: { external_links: links },
  })
})

it('does not hold back anything for a row that is still empty', () => {
  expect(splitEdits({ external_links: [{ id: 'b', title: '', link: ' ' }] }, lesson)).toEqual({
    send: { external_links: [] },
  })
})

it('completes addresses and never makes a script of them', () => {
  expect(completeAddress(' exemplo.com/à lista ')).toBe('https://exemplo.com/a-lista')
  expect(splitEdits({ external_links: [{ id: 'z', title: 'x', link: 'javascript:alert(1)' }] }, lesson).send).toEqual({
    external_links: [],
  })
})

it('holds back an address that its scheme makes too long, and nothing else with it', () => {
  const links = [{ id: 'z', title: 'x', link: `exemplo.com/${'a'.repeat(185)}` }]
  expect(splitEdits({ title: 'Nova', external_links: links }, lesson)).toEqual({
    send: { title: 'Nova', external_links: [] },
    hold: { external_links: links },
  })
})

it('takes two addresses of one video for the same', () => {
  expect(isSavedIn({ main_media_url: 'youtu.be/dQw4w9WgXcQ' }, lesson)).toBe(true)
  expect(isSavedIn({ main_media_url: '' }, lesson)).toBe(false)
})
