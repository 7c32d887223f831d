// The fields of a card, in a frame of their own: number, date and security code as Stripe's card element has them.
const texts = {
  incomplete_number: 'O número do cartão está incompleto.',
  invalid_number: 'O número do cartão é inválido.',
  incomplete_expiry: 'A data de validade do cartão está incompleta.',
  invalid_expiry_month: 'O mês de validade do cartão é inválido.',
  invalid_expiry_month_past: 'A data de validade do cartão já passou.',
  invalid_expiry_year_past: 'O ano de validade do cartão já passou.',
  invalid_expiry_year: 'O ano de validade do cartão é inválido.',
  incomplete_cvc: 'O código de segurança do cartão está incompleto.',
  api_connection_error: 'Não conseguimos falar com o serviço de pagamentos. Confira a sua conexão e tente de novo.',
}
const brands = [
  ['elo', /^(4011|438935|451416|5067|6362|6363|650)/],
  ['hipercard', /^606282/],
  ['amex', /^3[47]/],
  ['diners', /^3(0|[689])/],
  ['jcb', /^35/],
  ['discover', /^(6011|64|65)/],
  ['unionpay', /^62/],
  ['mastercard', /^(5[1-5]|2[2-7])/],
  ['visa', /^4/],
]
const lengths = { amex: [15], diners: [14, 16] }

const [number, expiry, cvc] = ['cardnumber', 'exp-date', 'cvc'].map((name) => document.getElementsByName(name)[0])
const inputs = [number, expiry, cvc]
const left = new Set()
let port
let lastEvent = ''

const digitsOf = (input) => input.value.replace(/\D/g, '')
const brandOf = (digits) => brands.find(([, pattern]) => pattern.test(digits))?.[0] ?? 'unknown'

function isCardNumber(digits) {
  const sum = [...digits].reverse().reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** What is wrong with a field: nothing, that it isn't finished, or a code. */
function faultOfNumber() {
  const digits = digitsOf(number)
  const needed = lengths[brandOf(digits)] ?? [16]
  if (digits.length < needed[0]) return digits ? 'incomplete_number' : 'empty'
  if (needed.includes(digits.length) && isCardNumber(digits)) return undefined
  return digits.length < needed.at(-1) ? 'incomplete_number' : 'invalid_number'
}

function faultOfExpiry() {
  const digits = digitsOf(expiry)
  if (!digits) return 'empty'
  const month = Number(digits.slice(0, 2))
  if (digits.length >= 2 && (month < 1 || month > 12)) return 'invalid_expiry_month'
  if (digits.length < 4) return 'incomplete_expiry'
  const today = new Date()
  const year = 2000 + Number(digits.slice(2))
  if (year < today.getFullYear()) return 'invalid_expiry_year_past'
  if (year === today.getFullYear() && month < today.getMonth() + 1) return 'invalid_expiry_month_past'
  return year > today.getFullYear() + 50 ? 'invalid_expiry_year' : undefined
}

function faultOfCvc() {
  const digits = digitsOf(cvc)
  const needed = brandOf(digitsOf(number)) === 'amex' ? 4 : 3
  return digits.length >= needed ? undefined : digits ? 'incomplete_cvc' : 'empty'
}

const faultsOf = () => [faultOfNumber(), faultOfExpiry(), faultOfCvc()]

/** A field that is being typed is not wrong for being short. */
const isShown = (fault, input) => fault && fault !== 'empty' && (!fault.startsWith('incomplete') || left.has(input))

function sendChange() {
  const faults = faultsOf()
  const shown = faults.map((fault, index) => (isShown(fault, inputs[index]) ? fault : undefined))
  for (const [index, input] of inputs.entries()) {
    input.setAttribute('aria-invalid', String(Boolean(shown[index])))
    input.dataset.complete = String(!faults[index])
  }
  const code = shown.find(Boolean)
  const event = {
    elementType: 'card',
    brand: brandOf(digitsOf(number)),
    complete: faults.every((fault) => !fault),
    empty: inputs.every((input) => !input.value),
    error: code && { type: 'validation_error', code, message: texts[code] },
    value: { postalCode: '' },
  }
  const text = JSON.stringify(event)
  if (text !== lastEvent) port?.postMessage({ type: 'change', event })
  lastEvent = text
}

const formats = new Map([
  [
    number,
    (digits) => {
      const isAmex = brandOf(digits) === 'amex'
      const groups = isAmex ? /^(\d{0,4})(\d{0,6})(\d{0,5}).*$/ : /^(\d{0,4})(\d{0,4})(\d{0,4})(\d{0,4}).*$/
      return groups.exec(digits).slice(1).filter(Boolean).join(' ')
    },
  ],
  [
    expiry,
    (digits) => {
      const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
      return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2, 4)}` : padded
    },
  ],
  [cvc, (digits) => digits.slice(0, brandOf(digitsOf(number)) === 'amex' ? 4 : 3)],
])

/** Writes the field in its form, with the cursor behind the same digit. */
function format(input) {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length).replace(/\D/g, '').length
  const isAtEnd = (input.selectionStart ?? 0) >= input.value.length
  input.value = formats.get(input)(digitsOf(input))
  let place = 0
  for (let seen = 0; place < input.value.length && seen < before; place++) if (/\d/.test(input.value[place])) seen++
  if (document.activeElement === input)
    input.setSelectionRange(isAtEnd ? input.value.length : place, isAtEnd ? input.value.length : place)
}

for (const [index, input] of inputs.entries()) {
  input.addEventListener('input', () => {
    format(input)

    const isAtEnd = input.selectionStart === input.value.length
    if (isAtEnd && !faultsOf()[index] && document.activeElement === input) inputs[index + 1]?.focus()
    sendChange()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Backspace' && !input.value) inputs[index - 1]?.focus()
  })
  input.addEventListener('blur', () => {
    if (input.value) left.add(input)
    sendChange()
  })
  input.addEventListener('focus', () => left.delete(input))
}
let isFocused = false
document.addEventListener('focusin', () => {
  if (!isFocused) port?.postMessage({ type: 'focus' })
  isFocused = true
})
addEventListener('blur', () => {
  if (isFocused) port?.postMessage({ type: 'blur' })
  isFocused = false
})

const sheet = document.head.appendChild(document.createElement('style')).sheet
const selectors = { base: 'input', invalid: 'input[aria-invalid="true"]', complete: 'input[data-complete="true"]' }

/** Applies the style that the page gives, each property by itself, so that no text of it becomes a rule. */
function applyStyle(style = {}) {
  while (sheet.cssRules.length) sheet.deleteRule(0)
  const write = (selector, values) => {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'object') write(`${selector}${name}`, value)
      else
        rule.style.setProperty(
          name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
          String(value),
        )
    }
  }
  for (const [name, selector] of Object.entries(selectors)) if (style[name]) write(selector, style[name])
}

function configure({ style, disabled = false }) {
  applyStyle(style)
  for (const input of inputs) input.disabled = disabled
}

async function createMethod({ key, version, details }) {
  const faults = faultsOf()
  const index = faults.findIndex(Boolean)
  if (index >= 0) {
    const names = ['incomplete_number', 'incomplete_expiry', 'incomplete_cvc']
    const code = faults[index] === 'empty' ? names[index] : faults[index]
    return { error: { type: 'validation_error', code, message: texts[code] } }
  }
  const [month, year] = [digitsOf(expiry).slice(0, 2), digitsOf(expiry).slice(2)]
  const form = new URLSearchParams({
    type: 'card',
    'card[number]': digitsOf(number),
    'card[exp_month]': String(Number(month)),
    'card[exp_year]': `20${year}`,
    'card[cvc]': digitsOf(cvc),
  })
  for (const [name, value] of Object.entries(details.billing_details ?? {})) {
    if (value && typeof value !== 'object') form.set(`billing_details[${name}]`, value)
    for (const [part, text] of Object.entries(typeof value === 'object' ? (value ?? {}) : {})) {
      if (text) form.set(`billing_details[${name}][${part}]`, text)
    }
  }
  try {
    const headers = { authorization: `Bearer ${key}`, 'stripe-version': version }
    const response = await fetch('/v1/payment_methods', { method: 'POST', headers, body: form })
    const answer = await response.json()
    return response.ok ? { paymentMethod: answer } : { error: answer.error }
  } catch {
    return { error: { type: 'api_connection_error', message: texts.api_connection_error } }
  }
}

addEventListener('message', ({ data, ports }) => {
  if (data?.type !== 'connect' || port) return
  port = ports[0]
  port.onmessage = async ({ data: message }) => {
    if (message.type === 'configure') configure(message.options)
    if (message.type === 'focus') number.focus()
    if (message.type === 'blur') document.activeElement?.blur()
    if (message.type === 'clear') {
      for (const input of inputs) input.value = ''
      left.clear()
      sendChange()
    }
    if (message.type === 'create') {
      port.postMessage({ type: 'created', id: message.id, result: await createMethod(message) })
    }
  }
  configure(data.options)
  const sendHeight = () =>
    port.postMessage({ type: 'resize', height: Math.ceil(document.body.getBoundingClientRect().height) })
  new ResizeObserver(sendHeight).observe(document.body)
  sendHeight()
  port.postMessage({ type: 'ready' })
})
