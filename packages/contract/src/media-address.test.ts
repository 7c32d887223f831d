import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseMedia } from './media.ts'
import { addressInEmbedCode, addressOf, mediaProblem } from './media-address.ts'

const loom = '0123456789abcdef0123456789abcdef'
const genially = '66ef09bc2d8d928848f09bb2'
const youtube = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

it.each([
  // Addresses as each provider hands them out.
  [
    '<iframe src="https://player.vimeo.com/video/1084537?h=b1b3ab5aa2" width="640" height="360" frameborder="0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>\n<p><a href="https://vimeo.com/1084537">Big Buck Bunny</a> from <a href="https://vimeo.com/blender">Blender</a>.</p>',
    'https://vimeo.com/1084537/b1b3ab5aa2',
  ],
  [
    '<div style="padding:56.25% 0 0 0;position:relative;"><iframe src="https://player.vimeo.com/video/1084537?badge=0&amp;autopause=0&amp;h=b1b3ab5aa2&amp;app_id=58479" frameborder="0" style="position:absolute;top:0" title="Pão"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>',
    'https://vimeo.com/1084537/b1b3ab5aa2',
  ],
  [
    '<iframe width="560" height="315" src="https://www.youtube.com/embed/aqz-KE-bpKQ?si=abc&amp;start=3" title="YouTube video player" frameborder="0" allow="accelerometer; autoplay; web-share" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>',
    `${youtube}&t=3s`,
  ],
  [
    `<div style="position: relative; height: 0;"><iframe src="https://www.loom.com/embed/${loom}?sid=1" frameborder="0" webkitallowfullscreen mozallowfullscreen allowfullscreen></iframe></div>`,
    `https://www.loom.com/share/${loom}`,
  ],
  [
    `<div style="width: 100%;"><div><iframe title="Pão > bolo, src=x" width="1200" style="position: absolute" src="https://view.genially.com/${genially}" type="text/html" allowscriptaccess="always" allowfullscreen="true"></iframe></div></div>`,
    `https://view.genially.com/${genially}`,
  ],
  // Embed codes as people copy them and other sites write them.
  ["<IFRAME\n SRC = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'></IFRAME>", youtube],
  ['<iframe width=“560” src=“https://www.youtube.com/embed/aqz-KE-bpKQ” title=“Pão”></iframe>', youtube],
  ['&lt;iframe src=&quot;https://www.youtube.com/embed/aqz-KE-bpKQ&quot;&gt;&lt;/iframe&gt;', youtube],
  ['<iframe src=//www.youtube.com/embed/aqz-KE-bpKQ width=560>', youtube],
  ['https://vimeo.com/76979871 <iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe>', youtube],
])('finds in %j the address of the video', (code, address) => {
  expect(addressInEmbedCode(code)).toBe(address)
  expect(addressOf(parseMedia(address)!)).toBe(address)
})

it.each([
  '',
  youtube,
  '<iframe></iframe>',
  '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ',
  '<iframe data-src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe>',
  '<iframe title="src=https://youtu.be/aqz-KE-bpKQ"></iframe>',
  '<iframe src="https://evil.example/" src="https://youtu.be/aqz-KE-bpKQ"></iframe>',
  '<iframe src="https://evil.example/https://youtu.be/aqz-KE-bpKQ"></iframe>',
  '<iframe src="https://youtube.com.evil.example/embed/aqz-KE-bpKQ"></iframe>',
  '<iframe src="https://www.youtube.com@evil.example/embed/aqz-KE-bpKQ"></iframe>',
  '<iframe src="javascript:alert(1)//https://youtu.be/aqz-KE-bpKQ"></iframe>',
  '<iframe src="java&#115;cript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>',
  '<iframe src="upload:12"></iframe>',
  '<iframes src="https://youtu.be/aqz-KE-bpKQ"></iframes>',
  '<script src="https://player.vimeo.com/video/1084537"></script>',
  `${' '.repeat(4000)}<iframe src="https://youtu.be/aqz-KE-bpKQ"></iframe>`,
])('finds none in %j', (text) => expect(addressInEmbedCode(text)).toBeUndefined())

const words = fc.constantFrom(
  ...[
    '<iframe ',
    ' src=',
    'src="',
    '"',
    "'",
    '>',
    '/>',
    '<',
    '&amp;',
    '&#x22;',
    ' onload=alert(1)',
    'srcdoc=',
    'javascript:',
  ],
  ...['https://youtu.be/aqz-KE-bpKQ', '//player.vimeo.com/video/1084537?h=0123456789', '@evil.example', '\0', '\n'],
  ...[`https://www.loom.com/embed/${loom}`, `https://view.genially.com/${genially}`, 'upload:12'],
)
it('finds nothing but a known address, whatever was pasted', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
      const address = addressInEmbedCode(`<iframe src="${parts.join('')}`)
      if (address === undefined) return
      expect(address).toMatch(
        /^https:\/\/(www\.youtube\.com\/watch\?v=|vimeo\.com\/|www\.loom\.com\/share\/|view\.genially\.com\/)[\w/-]+$/,
      )
      expect(addressOf(parseMedia(address)!)).toBe(address)
    }),
    { numRuns: 5000 },
  )
})

it('is quick with what only begins like an embed code', () => {
  const start = process.cpuUsage()
  for (const text of [
    '<iframe '.repeat(100_000),
    `<iframe ${'a="'.repeat(100_000)}`,
    `<iframe ${'a= '.repeat(100_000)}>`,
  ])
    expect(addressInEmbedCode(text)).toBeUndefined()
  // Milliseconds of work, which other processes don't lengthen.
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000)
})

it.each([
  ['https://www.youtube.com/embed/videoseries?list=PLcampo0000000001', /lista do YouTube/],
  [
    '<iframe width="560" src="https://www.youtube.com/embed/videoseries?si=x&amp;list=PLcampo0000000001"></iframe>',
    /lista do YouTube/,
  ],
  ['https://www.youtube.com/playlist?list=PLcampo0000000001', /lista do YouTube/],
  ['https://www.youtube.com/embed/live_stream?channel=UCcampo', /transmite no momento/],
  ['https://www.youtube.com/@escola', /canal ou de uma busca/],
  ['https://www.youtube.com/clip/Ugkx', /trecho/],
  ['https://youtu.be/curto', /incompleto/],
  ['https://vimeo.com/event/1084537', /evento do Vimeo/],
  ['https://vimeo.com/showcase/7654321', /Vimeo não é de um vídeo/],
  ['https://www.loom.com/looms', /Loom não é/],
  ['https://view.genially.com/profile/escola', /Genially não é/],
  ['https://exemplo.com/aula.mp4', /^Cole um link do YouTube/],
])('says why %j is no video', (typed, reason) => expect(mediaProblem(typed)).toMatch(reason))

it.each(['', youtube, '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe>', 'upload:12'])(
  'has nothing to say against %j',
  (typed) => expect(mediaProblem(typed)).toBeUndefined(),
)
