import { paletteOf } from '@escola/contract/palettes'
import { letterHtml } from '@escola/server/mail/letter-html'
import { longestHead, longestLetters } from '@escola/server/mail/longest-letters.testing'
import { expect, test } from '@playwright/test'

const [phone, largePhone, desk] = [320, 360, 600] as const
/** A phone may need so many times the height of a desk, and no column of text is narrower than this. */
const mostHeight = 2.4
const leastColumn = 130
const leastContrast = 4.5

/** Runs in the page: loads every mail into a frame of its own. */
function loadMails(mails: { kind: string; html: string }[]) {
  const frames = mails.map(({ kind, html }) =>
    Object.assign(document.createElement('iframe'), { name: kind, srcdoc: html }),
  )
  const loaded = frames.map((frame) => new Promise((done) => frame.addEventListener('load', done)))
  document.body.replaceChildren(...frames)
  return Promise.all(loaded).then(() => frames.length)
}

/** Runs in the page: draws every mail at a width, and measures each. */
function measureMails(width: number) {
  const groundOf = (each: Element | null): string => {
    if (!each) return 'rgb(255, 255, 255)'
    const { backgroundColor } = getComputedStyle(each)
    return backgroundColor.endsWith(', 0)') ? groundOf(each.parentElement) : backgroundColor
  }
  const lightOf = (color: string) => {
    const parts = color.match(/\d+/g)!.map((part) => Number(part) / 255)
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const contrastOf = (each: Element) => {
    const [text, ground] = [lightOf(getComputedStyle(each).color), lightOf(groundOf(each))]
    return (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
  }
  const columnOf = (each: Element) => {
    const { paddingLeft, paddingRight } = getComputedStyle(each)
    return each.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  }
  return [...document.querySelectorAll('iframe')].map((frame) => {
    frame.style.cssText = `border: 0; width: ${width}px`
    const { documentElement: root, body } = frame.contentDocument!
    const texts = [...body.querySelectorAll<HTMLElement>('p, h1, h2, li, pre, a, td')].filter(
      (each) =>
        each.offsetParent &&
        [...each.childNodes].some(({ nodeName, nodeValue }) => nodeName === '#text' && nodeValue!.trim()),
    )
    const blocks = texts.filter((each) => !getComputedStyle(each).display.startsWith('inline'))
    return {
      kind: frame.name,
      outside: root.scrollWidth - width,
      column: Math.min(...blocks.map(columnOf)),
      height: body.scrollHeight,
      contrast: Math.min(...texts.map(contrastOf)),
    }
  })
}

test('every mail with its longest texts can be read on a phone and a desk, light and dark, in the colour of its school', async ({
  page,
}) => {
  const mails = longestLetters.map(({ kind, letter }) => ({ kind, html: letterHtml(letter, longestHead) }))
  for (const { html } of mails)
    expect(html).toContain(`class="brand edge" style="background:${paletteOf(longestHead.theme)[7]}`)
  expect(await page.evaluate(loadMails, mails)).toBe(mails.length)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [small, medium, wide] = [
      await page.evaluate(measureMails, phone),
      await page.evaluate(measureMails, largePhone),
      await page.evaluate(measureMails, desk),
    ]
    const all = [...small, ...medium, ...wide]
    expect(all.filter(({ outside }) => outside > 0)).toEqual([])
    expect(all.filter(({ column }) => column < leastColumn)).toEqual([])
    expect(all.filter(({ contrast }) => contrast < leastContrast)).toEqual([])
    expect(small.filter(({ height }, at) => height > mostHeight * wide[at]!.height)).toEqual([])
  }
})
