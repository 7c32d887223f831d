import { mediaProblem } from '@escola/contract/media-address'
import { messages } from '@escola/contract/messages'
import { expect, it } from 'vitest'
import type { AppError } from '../../core/app-error.ts'
import { mediaAddress } from './media-address.ts'

const loomId = '0123456789abcdef0123456789abcdef'

it.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=30s', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=30s'],
  ['youtu.be/dQw4w9WgXcQ?si=abc', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ['https://vimeo.com/123456789', 'https://vimeo.com/123456789'],
  ['https://player.vimeo.com/video/123456789?h=abcdef12', 'https://vimeo.com/123456789/abcdef12'],
  [`https://www.loom.com/share/Meu-video-${loomId}?sid=1`, `https://www.loom.com/share/${loomId}`],
  ['upload:12', 'upload:12'],
  [
    'https://view.genial.ly/66ef09bc2d8d928848f09bb2/presentation-pao',
    'https://view.genially.com/66ef09bc2d8d928848f09bb2',
  ],
  ['', ''],
])('keeps %j as %j', (pasted, expected) => {
  expect(mediaAddress(pasted)).toBe(expected)
  expect(mediaAddress(expected)).toBe(expected)
})

it.each([
  'https://example.com/video.mp4',
  'https://youtube.com/watch?v=short',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'javascript:alert(1)',
  '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
  'https://vimeo.com/about',
  'upload:',
  'upload:0',
  'upload:012',
  'upload:12/../13',
  'https://upload:12@evil.example',
])('refuses the video %j', (pasted) => {
  expect(() => mediaAddress(pasted)).toThrow(
    expect.objectContaining({
      code: 'invalid_video',
      fields: { main_media_url: mediaProblem(pasted) ?? messages.invalidVideo },
    } satisfies Partial<AppError>),
  )
})
