import fc from 'fast-check'
import { expect, it } from 'vitest'
import { embedUrl, frameHosts, parseMedia } from './media.ts'

const loom = '0123456789abcdef0123456789abcdef'
const genially = '66ef09bc2d8d928848f09bb2'

it.each([
  ['https://youtu.be/aqz-KE-bpKQ?t=3', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&start=3'],
  ['https://youtu.be/aqz-KE-bpKQ?si=x&t=1m30s', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&start=90'],
  [
    'https://www.youtube.com/embed/aqz-KE-bpKQ?start=30',
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&start=30',
  ],
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ?rel=0', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['https://www.youtube.com/e/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  [
    'https://music.youtube.com/watch?v=aqz-KE-bpKQ&feature=share',
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0',
  ],
  ['https://studio.youtube.com/video/aqz-KE-bpKQ/edit', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['(https://youtu.be/aqz-KE-bpKQ).', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['\u200bhttps://youtu.be/aqz-KE-bpKQ,', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['https://vimeo.com/1084537:b1b3ab5aa2', 'https://player.vimeo.com/video/1084537?dnt=1&h=b1b3ab5aa2'],
  ['https://vimeo.com/1084537#t=1m5s', 'https://player.vimeo.com/video/1084537?dnt=1#t=65s'],
  ['https://vimeo.com/showcase/7654321?video=1084537', 'https://player.vimeo.com/video/1084537?dnt=1'],
  [`https://www.loom.com/share/${loom}?t=12`, `https://www.loom.com/embed/${loom}?t=12`],
  ['https://www.youtube.com/watch?list=x&v=aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['youtube.com/shorts/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0'],
  ['https://vimeo.com/1084537', 'https://player.vimeo.com/video/1084537?dnt=1'],
  ['https://vimeo.com/1084537/0123456789', 'https://player.vimeo.com/video/1084537?dnt=1&h=0123456789'],
  ['https://vimeo.com/showcase/7654321/video/1084537', 'https://player.vimeo.com/video/1084537?dnt=1'],
  ['https://vimeo.com/album/7654321/video/1084537', 'https://player.vimeo.com/video/1084537?dnt=1'],
  ['https://vimeo.com/groups/7654321/videos/1084537', 'https://player.vimeo.com/video/1084537?dnt=1'],
  ['https://vimeo.com/user/7654321/1084537', 'https://player.vimeo.com/video/1084537?dnt=1'],
  ['https://vimeo.com/channels/staffpicks/1084537', 'https://player.vimeo.com/video/1084537?dnt=1'],
  ['https://player.vimeo.com/video/1084537?h=0123456789', 'https://player.vimeo.com/video/1084537?dnt=1&h=0123456789'],
  ['https://vimeo.com/manage/videos/1084537/abcdef0123', 'https://player.vimeo.com/video/1084537?dnt=1&h=abcdef0123'],
  [`https://www.loom.com/share/${loom}`, `https://www.loom.com/embed/${loom}`],
  [`https://www.loom.com/embed/${loom}`, `https://www.loom.com/embed/${loom}`],
  [`https://view.genially.com/${genially}`, `https://view.genially.com/${genially}`],
  [`https://view.genially.com/${genially}/presentation-pao`, `https://view.genially.com/${genially}`],
  [`https://view.genial.ly/${genially}/interactive-content-pao?x=1#2`, `https://view.genially.com/${genially}`],
  [`https://www.genial.ly/${genially}/pao-de-cada-dia`, `https://view.genially.com/${genially}`],
  [`genial.ly/${genially}`, `https://view.genially.com/${genially}`],
])('%s plays', (address, embed) => expect(embedUrl(parseMedia(address)!)).toBe(embed))

it('tells the player of YouTube, and no other, who listens', () => {
  const embed = (address: string) => embedUrl(parseMedia(address)!, 'https://escola.example')
  expect(embed('https://youtu.be/aqz-KE-bpKQ')).toBe(
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&playsinline=1&enablejsapi=1&origin=https%3A%2F%2Fescola.example',
  )
  expect(embed('https://vimeo.com/1084537')).toBe('https://player.vimeo.com/video/1084537?dnt=1')
})

it.each([
  'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'javascript:alert(1)',
  'https://example.com/a.mp4',
  '<iframe src="https://youtu.be/aqz-KE-bpKQ">',
  'https://youtu.be/short',
  'ftp://vimeo.com/1084537',
  'https://www.youtube.com/embed/videoseries?list=PLcampo0000000001',
  'https://www.youtube.com/embed/live_stream?channel=UCcampo',
  'https://www.youtube.com/watch?v=videoseries',
  'https://youtu.be/aqz-KE-bpKQx',
  'https://vimeo.com/event/1084537',
  'https://vimeo.com/event/1084537/embed/0123456789',
  'https://vimeo.com/event/7654321/video/1084537',
  'https://vimeo.com/showcase/7654321',
  'https://vimeo.com/album/7654321',
  'https://view.genially.com/profile/escola',
  `https://view.genially.com/${genially}x`,
  `https://view.genially.com.evil.example/${genially}`,
  `https://view.genially.com@evil.example/${genially}`,
  `https://genial-ly/${genially}`,
  `https://notgenial.ly/${genially}`,
  `https://images.genial.ly/${genially}/a.png`,
  '',
])('%j is no medium of ours', (address) => expect(parseMedia(address)).toBeUndefined())

const good = fc.constantFrom(
  ...['https://youtu.be/aqz-KE-bpKQ', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'm.youtube.com/embed/aqz-KE-bpKQ'],
  ...['https://vimeo.com/1084537', 'vimeo.com/1084537/0123456789', 'player.vimeo.com/video/1084537?h=0123456789'],
  ...[`https://www.loom.com/share/${loom}`, `https://view.genially.com/${genially}`, `genial.ly/${genially}/pao`],
)
const noise = fc.oneof(
  fc.constantFrom(
    '@evil.example',
    '.evil.example/',
    '//',
    '..',
    '%2f',
    '%00',
    '%22',
    '"',
    "'",
    '<',
    '>',
    '\t',
    '\n',
    '\\',
  ),
  fc.constantFrom('javascript:', '?v=', '&h=', '#', '&', '=', ' onload=1', 'x', '0', 'aqz-KE-bpKQ', loom, genially),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
/** Addresses that people copy, with changes that they wouldn't make. */
const addresses = fc
  .tuple(good, fc.array(noise, { minLength: 1, maxLength: 3 }), fc.double({ min: 0, max: 1 }))
  .map(([address, parts, place]) => {
    // Most changes come after the id, because careless patterns end there.
    const at = place > 0.5 ? address.length : Math.floor(place * 2 * address.length)
    return address.slice(0, at) + parts.join('') + address.slice(at)
  })
const framed = [
  /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}\?rel=0(?:&start=\d{1,5})?$/,
  /^https:\/\/player\.vimeo\.com\/video\/\d{5,12}\?dnt=1(?:&h=[0-9a-f]{6,40})?(?:#t=\d{1,5}s)?$/,
  /^https:\/\/www\.loom\.com\/embed\/[0-9a-f]{32}(?:\?t=\d{1,5})?$/,
  /^https:\/\/view\.genially\.com\/[0-9a-f]{24}$/,
]

it('lets nothing but an id into the address of a frame, whatever was typed', () => {
  fc.assert(
    fc.property(addresses, (typed) => {
      const media = parseMedia(typed)
      if (!media) return
      const address = embedUrl(media)
      expect(framed.filter((form) => form.test(address))).toHaveLength(1)
      expect(frameHosts).toContain(new URL(address).origin)
    }),
    { numRuns: 5000 },
  )
})
