/** Key frames of a VP8 film, 64 by 36: squares of six colours. */
const frames = [
  'EAYAnQEqQAAkAAAHCIWFiJmEiAEkEBOuqF/AfwB0wP4ZyoDhAP8BsgEOs15g2ldfBDWlEsL7POhnoP7//g6+H/bE///EBbf/6CRxa/ad4yfgKzHJv/l6l7/kuD7Ch/kK1D1OZG//yUBP8p9//4crb//Q6D9m//hH7/5jP/7AScn2M2mUN+/1pl/jwOk1OaMA',
  'kAkAnQEqQAAkAAAHCIWFiJmEiAEkEdQL+AiaAf4D+KtkN0Tzn8Jf1V5hlma+AbgB/qu8A8AD+qu+A/w0zQHVBfwH8q90BlUjwSDnizxNX11R2wZmWgD+/yU//+us//rrP/nKb3/zmP/O2HH95Sbm0ifET//zGf/MCP1/5aEX50/fG8//3mgqfv/+81//8ZZf/8qC19nX62/8Pr/urqxXoMvhPgn32sVbn/4g4irjoqYdn1oTP/w52mF7ajpfFtjBYPOwufMA/cQ+ncC9JQuEwija6SUx8uvSqnh46k//MvoZmOWXGwTZkcBWEuob7qJ/dAEQcmw55YbOEwijN+rsbsybr9nasfjH6e+TS23Cy5aDVq5Ur9P8pL+bTN/kgfX1wRE9JoxtwDpWgA==',
  'MAgAnQEqQAAkAAAHCIWFiJmEiAEkEBdmY44N8B/AH9AacD/AfwB3AH8Ad4B/gO//+gD/M94B/gPYA/oCI0Sl9UNXoZLsyYkraPQA/vwi4f/2DzVu9/+wk//+E0Ju7D/4RwP/zIf/9lch//WretHNycK4cGigR7zR/UeRIb2v4ijTkRkF1E9yc0SqPXo+Wnq0KokV8iAFgrP2bCt6ghuf7G8/f//ZuvP/1fi8W6Hv4HySrwA0wzTPEQ4ZdXTOC1UJrKgXzk9qA7TPHrgASuZG18yqlfK39NZpBKK2bId6vpMo6wFIwA==',
  'cAsAnQEqQAAkAAAHCIWFiJmEiAEkEBfQKF/AdWx4D+IH6q8aD3G/aDEBfgP5AXBz/Jd4B4AH9IPRA9h/zD/4suQH8QJMz/gOqffgP5V/wHoAfUBqCVvUz4vvbUbqrputt+GaBAD+/ddguCz+Cz+DIBx8qC19nRzRVj+Wj/z8IQWqoa4cVY39aQdzM0nZxZCkAbZ+BJrwmkD/HSaJsOjUdC7///OfhBwL0rcCPvxRbHxSjYWnVb0wZB6GEdruTMT/dXVjrufD/bpf3AJQgkvEw3Zj//5+DQuBUQBgR+eVcS3n+M03BR6lQh3l9kmk/NpyRbroe6oBCZDG467gk/Sv/5zwao9elo3BoAQFMQVs5SsYim2+8Sgn7mTyZgrecY3eTR09nbvAGtKnF1VWaMn/zvWPyp0ugA==',
  'sAUAnQEqQAAkAAAHCIWFiJmEiAEkEBgqKF/IPxJ1RXlf4A/rNuID2AQrhJXkJnpCUKKZiinAAP7+9qJc7sQFb3tuVrs2hVJi//9W9f//O7lf/6604OZP/yGPuXjX/mNxjv3/k5JP+9rpKu3upc8Ae8MzWn3TX//nnaf/9fDf9Bv/48f3Rlr/zR8Rz6Hwcbr/6REAAA==',
  'UAsAnQEqQAAkAAAHCIWFiJmEiAEkEBdnKF/AfwB5SpiPAfwB/UCnA/wH8AdwB/IDeAf4DvAPAA/oDwAP8B/gP6ArsB/UCSM/4DquP4D+CvOA/iB8AMYKAJoXER2/qxh0mN7zgP78XkjWO+ZH/rRZG2aYn/+/4R/8gf/11eBlA2X7zZLSH0BeV//+t1QMqM07eaY1RfI2glifUU1SDbO2nB1zybFkhvuU1fTTbMgR+ujnFcooULa6RkFiiyF2ZvsOMmXczhpN/HYGdNt//+urvXKMy/jaY1RqAM8/1k/9e4LucVOj9Ksxf8FIQngAqkxijNN5GUp4ro6ZY4+JwOStjZ22Z1HImpNV0hXhhjl5QdKgNwhaMA6qfoQhn2SRtH+r2qV0n4A=',
].map((text) => Buffer.from(text, 'base64'))

type Content = number | string | Buffer | Content[]

/** Writes an EBML element. Sizes and numbers have eight bytes, so that an offset can be filled in at the end. */
function element(id: number, content: Content): Buffer {
  const body = bodyOf(content)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length))
  size[0] = 1
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), size, body])
}

function bodyOf(content: Content): Buffer {
  if (Buffer.isBuffer(content)) return content
  if (typeof content === 'string') return Buffer.from(content)
  if (Array.isArray(content)) return Buffer.concat(content.map(bodyOf))
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(content))
  return bytes
}

const real = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

/** Writes a film with a picture each second, each followed by so many bytes of padding, and an index for jumps to any second. */
export function webmOf({ seconds, padding }: { seconds: number; padding: number }): Buffer {
  const header = element(0x1a45dfa3, [
    element(0x4286, 1),
    element(0x42f7, 1),
    element(0x42f2, 4),
    element(0x42f3, 8),
    element(0x4282, 'webm'),
    element(0x4287, 2),
    element(0x4285, 2),
  ])
  const info = element(0x1549a966, [
    element(0x2ad7b1, 1_000_000),
    element(0x4489, real(seconds * 1000)),
    element(0x4d80, 'escola'),
    element(0x5741, 'escola'),
  ])
  const picture = element(0xe0, [element(0xb0, 64), element(0xba, 36)])
  const tracks = element(0x1654ae6b, [
    element(0xae, [element(0xd7, 1), element(0x73c5, 1), element(0x83, 1), element(0x86, 'V_VP8'), picture]),
  ])
  const clusters = Array.from({ length: seconds }, (_, second) =>
    element(0x1f43b675, [
      element(0xe7, second * 1000),
      // The block has track 1, the cluster's own time and the flag of a key frame.
      element(0xa3, [Buffer.from([0x81, 0, 0, 0x80]), frames[second % frames.length]!]),
      element(0xec, Buffer.alloc(padding)),
    ]),
  )
  const cuesAt = (offsets: number[]) =>
    element(
      0x1c53bb6b,
      offsets.map((offset, second) =>
        element(0xbb, [element(0xb3, second * 1000), element(0xb7, [element(0xf7, 1), element(0xf1, offset)])]),
      ),
    )
  const before = info.length + tracks.length + cuesAt(clusters.map(() => 0)).length
  const offsets = clusters.map((_, second) =>
    clusters.slice(0, second).reduce((sum, cluster) => sum + cluster.length, before),
  )
  return Buffer.concat([header, element(0x18538067, [info, tracks, cuesAt(offsets), ...clusters])])
}
