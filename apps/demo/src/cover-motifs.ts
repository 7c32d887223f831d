/** Motifs on the table of a cover, around 1080 and down to 398. Crust, crumb and paper are the cover's own gradients. */
const range = (count: number) => Array.from({ length: count }, (_, at) => at)
const repeat = (count: number, draw: (at: number) => string) => range(count).map(draw).join('')
const turned = (degrees: number, x: number, y: number, shape: string) =>
  `<g transform="rotate(${degrees} ${x} ${y})">${shape}</g>`
const edge = 'stroke="#6f3c19" stroke-opacity=".55" stroke-width="4"'

const cut = (x: number, y: number, length: number, degrees: number) =>
  turned(
    degrees,
    x,
    y,
    `<path d="M${x - length} ${y} Q${x} ${y - 26} ${x + length} ${y} Q${x} ${y + 10} ${x - length} ${y}Z" fill="url(#crumb)" opacity=".9"/>`,
  )

const loaf = `<path d="M820 398 C800 250 930 150 1080 150 S1360 250 1340 398Z" fill="url(#crust)" ${edge}/>
  ${cut(930, 300, 66, -58)}${cut(1030, 250, 78, -66)}${cut(1130, 250, 78, -66)}${cut(1230, 300, 66, -58)}
  <path d="M900 232 C960 185 1040 172 1110 174" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="10" stroke-linecap="round"/>`

const slice = (x: number) =>
  `<path d="M${x} 398 V258 C${x - 34} 190 ${x + 34} 168 ${x + 76} 180 C${x + 130} 166 ${x + 186} 196 ${x + 150} 258 V398Z" fill="url(#crumb)" stroke="#a9652c" stroke-width="11"/>
  ${repeat(9, (at) => `<ellipse cx="${x + 22 + ((at * 47) % 108)}" cy="${240 + ((at * 61) % 132)}" rx="${3 + (at % 3) * 2}" ry="${2 + (at % 2) * 2}" fill="#c99a5a" opacity=".5"/>`)}`
const sliced = `<path d="M980 398 V240 C930 160 1050 128 1120 146 H1270 C1370 130 1400 200 1352 252 V398Z" fill="url(#crust)" ${edge}/>${slice(900)}${slice(800)}`

const baguette = (x: number, degrees: number) =>
  turned(
    degrees,
    x,
    270,
    `<rect x="${x - 300}" y="272" width="600" height="84" rx="42" fill="url(#crust)" ${edge}/>${repeat(6, (at) => cut(x - 220 + at * 88, 310, 40, -24))}`,
  )
const baguettes = `${baguette(1090, -14)}${baguette(1080, 4)}`

const croissant = repeat(9, (at) => {
  const place = at < 5 ? at * 2 : (8 - at) * 2 + 1
  const angle = Math.PI * (1.04 - (place / 8) * 1.08)
  const size = 1 - Math.abs(place - 4) / 6.2
  const [x, y] = [1080 + Math.cos(angle) * 218, 398 - 74 * size - Math.sin(angle) * 118]
  const tilt = (place - 4) * 19
  return turned(
    tilt,
    x,
    y,
    `<ellipse cx="${x}" cy="${y}" rx="${62 * size + 10}" ry="${104 * size + 14}" fill="url(#crust)" ${edge}/><path d="M${x - 18 * size} ${y - 66 * size} q${16 * size} ${56 * size} 0 ${112 * size}" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="7" stroke-linecap="round"/>`,
  )
})

const ear = (x: number, degrees: number, size: number) =>
  turned(
    degrees,
    x,
    398,
    `<path d="M${x} 398 V${398 - 300 * size}" stroke="#e8c37a" stroke-width="6"/>${repeat(9, (at) => {
      const y = 398 - 110 * size - at * 24 * size
      const grain = (side: 1 | -1) =>
        turned(
          side * 28,
          x + side * 15,
          y,
          `<ellipse cx="${x + side * 15}" cy="${y}" rx="${10 * size}" ry="${23 * size}" fill="#f0c878" stroke="#a8702c" stroke-width="2"/><path d="M${x + side * 15} ${y - 22 * size} v${-36 * size}" stroke="#f0c878" stroke-width="2"/>`,
        )
      return grain(1) + grain(-1)
    })}<ellipse cx="${x}" cy="${398 - 330 * size}" rx="${9 * size}" ry="${24 * size}" fill="#f0c878" stroke="#a8702c" stroke-width="2"/>`,
  )
const wheat = `${ear(1080, -34, 0.92)}${ear(1080, 34, 0.92)}${ear(1080, -17, 1)}${ear(1080, 17, 1)}${ear(1080, 0, 1.06)}
  <path d="M1040 398 q40 -40 80 0Z" fill="#8c4f24"/><path d="M1030 372 q50 22 100 0" fill="none" stroke="#d9b88a" stroke-width="9" stroke-linecap="round"/>`

const brioche = `<circle cx="1080" cy="158" r="70" fill="url(#crust)" ${edge}/><path d="M880 282 C880 170 1280 170 1280 282Z" fill="url(#crust)" ${edge}/>
  <path d="M860 276 H1300 L1232 398 H928Z" fill="url(#crust)" ${edge}/>${repeat(9, (at) => `<path d="M${890 + at * 47.5} 282 L${940 + at * 35} 394" stroke="#6f3c19" stroke-opacity=".45" stroke-width="5"/>`)}
  <path d="M1044 122 q34 -26 66 -4 M930 236 q60 -46 150 -46" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="9" stroke-linecap="round"/>`

const panettone = `<path d="M862 250 C850 96 1310 96 1298 250Z" fill="url(#crust)" ${edge}/>${repeat(11, (at) => `<ellipse cx="${970 + ((at * 89) % 220)}" cy="${168 + ((at * 53) % 70)}" rx="12" ry="9" fill="${at % 3 ? '#3c1a14' : '#e08a2e'}"/>`)}
  <path d="M868 248 H1292 L1276 398 H884Z" fill="url(#paper)"/>${repeat(12, (at) => `<path d="M${888 + at * 35} 250 V396" stroke="#7d5a30" stroke-opacity=".45" stroke-width="4"/>`)}
  <path d="M872 306 H1288 V350 H876Z" fill="#a3243b"/><path d="M1080 300 l-58 -30 v116 l58 -30 l58 30 v-116Z" fill="#bf3049"/><circle cx="1080" cy="328" r="20" fill="#8c1c31"/>`

const pizza = `<ellipse cx="1080" cy="262" rx="300" ry="160" fill="url(#crust)" ${edge}/><ellipse cx="1080" cy="256" rx="252" ry="128" fill="#b3341f"/>
  ${repeat(9, (at) => `<ellipse cx="${900 + ((at * 131) % 360)}" cy="${188 + ((at * 67) % 136)}" rx="${30 + (at % 3) * 9}" ry="${16 + (at % 3) * 5}" fill="#fbeecf" opacity=".95"/>`)}
  ${repeat(5, (at) => turned(at * 62, 960 + at * 60, 236 + (at % 2) * 48, `<path d="M${930 + at * 60} ${236 + (at % 2) * 48} q30 -26 60 0 q-30 26 -60 0Z" fill="#3f7d3a"/>`))}
  ${repeat(12, (at) => `<ellipse cx="${1080 + Math.cos(at * 0.52) * 276}" cy="${259 + Math.sin(at * 0.52) * 144}" rx="13" ry="7" fill="#5b2f14" opacity=".55"/>`)}`

const oven = `<clipPath id="arch"><path d="M800 398 V270 C800 80 1360 80 1360 270 V398Z"/></clipPath><path d="M800 398 V270 C800 80 1360 80 1360 270 V398Z" fill="#9a5236"/><g clip-path="url(#arch)">${repeat(8, (row) => repeat(9, (at) => `<rect x="${786 + at * 72 - (row % 2) * 36}" y="${112 + row * 37}" width="66" height="31" rx="5" fill="#c4714a" opacity="${0.35 + ((at + row) % 3) * 0.12}"/>`))}</g>
  <path d="M900 398 V310 C900 200 1260 200 1260 310 V398Z" fill="#1d0f0b" stroke="#6b3520" stroke-width="14"/>
  <path d="M1000 398 C980 330 1040 320 1036 262 C1084 300 1076 336 1096 346 C1110 318 1108 300 1124 286 C1170 330 1172 366 1156 398Z" fill="#f28a2e"/><path d="M1044 398 C1030 356 1070 350 1070 318 C1104 346 1098 368 1110 374 C1118 360 1122 352 1126 344 C1140 366 1138 384 1130 398Z" fill="#ffd56b"/>`

const bag = `${turned(-10, 1000, 250, `<rect x="964" y="70" width="74" height="300" rx="37" fill="url(#crust)" ${edge}/>${repeat(3, (at) => cut(1001, 120 + at * 48, 28, -34))}`)}${turned(7, 1140, 250, `<rect x="1110" y="52" width="74" height="300" rx="37" fill="url(#crust)" ${edge}/>${repeat(3, (at) => cut(1147, 102 + at * 48, 28, -34))}`)}
  <path d="M920 206 l26 16 26 -16 26 16 26 -16 26 16 26 -16 26 16 26 -16 26 16 26 -16 26 16 26 -16 L1216 398 H936Z" fill="url(#paper)"/><path d="M936 398 L960 222 M1216 398 L1196 222" stroke="#8a6636" stroke-opacity=".5" stroke-width="4"/>
  <circle cx="1080" cy="312" r="52" fill="#f6ead2"/><path d="M1080 344 V282 M1080 300 q-20 -4 -22 -20 q20 2 22 20 q2 -18 22 -20 q-2 16 -22 20 M1080 326 q-20 -4 -22 -20 q20 2 22 20 q2 -18 22 -20 q-2 16 -22 20" fill="#b07a35" stroke="#b07a35" stroke-width="3"/>`

const shop = `<rect x="830" y="190" width="500" height="208" fill="#efe2c6"/><rect x="860" y="240" width="290" height="120" rx="6" fill="#3b4a4a"/><rect x="1180" y="236" width="110" height="162" rx="6" fill="#5a3a24"/><circle cx="1272" cy="322" r="6" fill="#e8c37a"/>
  ${repeat(4, (at) => `<path d="M${872 + at * 68} 352 q0 -46 32 -46 t32 46Z" fill="url(#crust)"/>`)}<path d="M860 352 H1150" stroke="#8a6636" stroke-width="8"/>
  ${repeat(10, (at) => `<path d="M${820 + at * 52} 120 h52 v76 q-26 30 -52 0Z" fill="${at % 2 ? '#f7f0e0' : '#a8442f'}"/>`)}<rect x="810" y="104" width="540" height="20" rx="6" fill="#6b2c1e"/><rect x="1200" y="256" width="70" height="56" rx="4" fill="#9cc0bd"/>`

const code = `<rect x="800" y="90" width="560" height="308" rx="22" fill="#0d1b22" stroke="#fff" stroke-opacity=".18" stroke-width="3"/><path d="M800 138 H1360" stroke="#fff" stroke-opacity=".14" stroke-width="3"/>
  ${['#ff6b5e', '#f7c04a', '#51c28b'].map((colour, at) => `<circle cx="${834 + at * 30}" cy="115" r="9" fill="${colour}"/>`).join('')}
  ${repeat(8, (at) => {
    const indent = [0, 40, 80, 80, 40, 40, 80, 0][at]!
    const [one, two] = [60 + ((at * 53) % 90), 70 + ((at * 97) % 180)]
    const colour = ['#7bd3c8', '#f2b766', '#9db7ff'][at % 3]!
    return `<rect x="${836 + indent}" y="${166 + at * 27}" width="${one}" height="13" rx="6" fill="${colour}"/><rect x="${850 + indent + one}" y="${166 + at * 27}" width="${two}" height="13" rx="6" fill="#fff" opacity=".28"/>`
  })}`

export const motifs = {
  loaf,
  sliced,
  baguettes,
  croissant,
  wheat,
  brioche,
  panettone,
  pizza,
  oven,
  bag,
  shop,
  code,
}
