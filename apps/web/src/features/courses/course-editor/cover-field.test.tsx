import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../../testing/show-screen.tsx'
import { CoverField } from './cover-field.tsx'

it('gives the focus back when the crop is cancelled', async () => {
  // jsdom reads no pictures.
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = 1600
      naturalHeight = 900
      src = ''
      set onload(loaded: () => void) {
        loaded()
      }
    },
  )
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:capa', revokeObjectURL: () => undefined }))
  await showScreen({ at: '/', route: '/', show: () => <CoverField src="" title="Inglês" onUpload={async () => {}} /> })
  const field = await screen.findByRole('button', { name: /Adicionar capa/ })
  field.focus()
  const files = [new File(['png'], 'capa.png', { type: 'image/png' })]
  const input = screen.getByLabelText('Capa do curso: imagem jpeg ou png')
  await act(async () => void fireEvent.change(input, { target: { files } }))
  const cancel = await screen.findByRole('button', { name: 'Cancelar' })
  await userEvent.click(cancel)
  await waitFor(() => expect(document.activeElement).toBe(field))
})
