// Stripe.js as far as a page with a card field needs it. Cards are typed into a frame of the stand-in, and the page never sees them.
;(() => {
  const { origin } = new URL(document.currentScript.src)
  const version = 'API_VERSION'
  const texts = {
    api_connection_error: 'Não conseguimos falar com o serviço de pagamentos. Confira a sua conexão e tente de novo.',
    payment_intent_authentication_failure:
      'Não foi possível autenticar a sua forma de pagamento. Escolha outra forma de pagamento e tente de novo.',
    setup_intent_authentication_failure:
      'Não foi possível autenticar a sua forma de pagamento. Escolha outra forma de pagamento e tente de novo.',
  }

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }

  /** Writes nested parameters as `a[b]=c`. */
  function toForm(params, prefix = '') {
    return Object.entries(params).flatMap(([key, value]) => {
      if (value === undefined || value === null) return []
      const name = prefix ? `${prefix}[${key}]` : key
      if (typeof value === 'object') return toForm(value, name)
      return [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`]
    })
  }

  const localize = (error) => ({ ...error, message: texts[error.code] ?? error.message })

  function makeApi(key) {
    return async (method, path, params = {}) => {
      const form = toForm(params).join('&')
      try {
        const response = await fetch(`${origin}${path}${method === 'GET' ? `?${form}` : ''}`, {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            'stripe-version': version,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: method === 'GET' ? undefined : form,
        })
        const answer = await response.json()
        return response.ok ? { answer } : { error: localize(answer.error) }
      } catch {
        return { error: { type: 'api_connection_error', message: texts.api_connection_error } }
      }
    }
  }

  class CardElement {
    #key
    #options
    #frame
    #container
    #port
    #listeners = new Map()
    #waiting = new Map()
    #count = 0

    constructor(key, options) {
      this.#key = key
      this.#options = options
    }

    mount(target) {
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!container) throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements.`)
      this.unmount()
      const frame = document.createElement('iframe')
      frame.title = 'Quadro seguro de entrada do pagamento com cartão'
      frame.src = `${origin}/elements/card`
      frame.allow = 'payment *'
      frame.style.cssText =
        'border:0;display:block;width:100%;height:24px;min-width:100%;background:transparent;color-scheme:light only'
      frame.addEventListener('load', () => this.#connect(frame))
      container.replaceChildren(frame)
      container.classList.add('StripeElement', 'StripeElement--empty')
      this.#frame = frame
      this.#container = container
    }

    unmount() {
      this.#port?.close()
      this.#frame?.remove()
      this.#container?.classList.remove('StripeElement', ...states.map((state) => `StripeElement--${state}`))
      this.#port = undefined
      this.#frame = undefined
      for (const answer of this.#waiting.values()) answer({ error: { type: 'validation_error', message: '' } })
      this.#waiting.clear()
    }

    destroy() {
      this.unmount()
      this.#listeners.clear()
    }

    on(name, listener) {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener])
      return this
    }

    off(name, listener) {
      const left = (this.#listeners.get(name) ?? []).filter((each) => listener && each !== listener)
      this.#listeners.set(name, left)
      return this
    }

    update(options) {
      this.#options = { ...this.#options, ...options }
      this.#send({ type: 'configure', options: this.#options })
    }

    focus() {
      this.#frame?.focus()
      this.#send({ type: 'focus' })
    }

    blur() {
      this.#send({ type: 'blur' })
    }

    clear() {
      this.#send({ type: 'clear' })
    }

    /** Asks the frame to make a payment method of what was typed. */
    createPaymentMethod(details) {
      if (!this.#frame)
        throw new IntegrationError('We could not retrieve data from the specified Element: it is not mounted.')
      const id = ++this.#count
      return new Promise((resolve) => {
        this.#waiting.set(id, resolve)
        this.#send({ type: 'create', id, key: this.#key, version, details })
      })
    }

    #send(message) {
      this.#port?.postMessage(message)
    }

    #connect(frame) {
      const { port1, port2 } = new MessageChannel()
      this.#port = port1
      port1.onmessage = ({ data }) => this.#receive(data)
      frame.contentWindow.postMessage({ type: 'connect', options: this.#options }, origin, [port2])
    }

    #receive(message) {
      if (message.type === 'resize') this.#frame.style.height = `${message.height}px`
      else if (message.type === 'created') {
        this.#waiting.get(message.id)?.(message.result)
        this.#waiting.delete(message.id)
      } else this.#emit(message.type, message.event)
    }

    #emit(name, event = { elementType: 'card' }) {
      const { classList } = this.#container
      if (name === 'focus') classList.add('StripeElement--focus')
      if (name === 'blur') classList.remove('StripeElement--focus')
      if (name === 'change') {
        classList.toggle('StripeElement--empty', event.empty)
        classList.toggle('StripeElement--complete', event.complete)
        classList.toggle('StripeElement--invalid', Boolean(event.error))
      }
      for (const listener of this.#listeners.get(name) ?? []) listener(event)
    }
  }

  const states = ['empty', 'complete', 'invalid', 'focus']

  function makeElements(key, { locale } = {}) {
    let card
    return {
      create(type, options = {}) {
        if (type !== 'card') throw new IntegrationError(`The stand-in for Stripe has no element of type ${type}.`)
        card = new CardElement(key, { locale, ...options })
        return card
      },
      getElement: (type) => (type === 'card' || type === CardElement ? (card ?? null) : null),
      update: () => undefined,
      fetchUpdates: async () => ({}),
    }
  }

  /** Shows the bank's page over everything, until the cardholder has answered. */
  function askCardholder(url) {
    return new Promise((resolve) => {
      const modal = document.createElement('div')
      modal.style.cssText =
        'position:fixed;inset:0;z-index:2147483647;display:grid;place-items:center;background:rgba(0,0,0,.6)'
      const frame = document.createElement('iframe')
      frame.title = 'Autenticação do seu banco'
      frame.src = url
      frame.style.cssText = 'border:0;border-radius:8px;width:min(94vw,420px);height:min(92vh,440px);background:#fff'
      const receive = ({ source, data }) => {
        if (source !== frame.contentWindow || data !== 'authentication-answered') return
        removeEventListener('message', receive)
        modal.remove()
        resolve()
      }
      addEventListener('message', receive)
      modal.append(frame)
      // A dialog of the page that is open as a modal would cover everything else of it.
      const dialogs = [...document.querySelectorAll('dialog[open]')]
      const place = dialogs.at(-1) ?? document.body
      place.append(modal)
      frame.focus()
    })
  }

  function makeStripe(key, { locale } = {}) {
    if (!/^pk_(test|live)_/.test(key ?? ''))
      throw new IntegrationError('Please call Stripe() with your publishable key.')
    const api = makeApi(key)
    const kinds = {
      payment: {
        path: '/v1/payment_intents',
        name: 'paymentIntent',
        error: 'last_payment_error',
        wire: 'payment_intent',
      },
      setup: { path: '/v1/setup_intents', name: 'setupIntent', error: 'last_setup_error', wire: 'setup_intent' },
    }
    const kindOf = (secret) => (/^seti_/.test(secret ?? '') ? kinds.setup : kinds.payment)
    const idOf = (secret) => String(secret).split('_secret_')[0]

    async function retrieve(secret) {
      const kind = kindOf(secret)
      const { answer, error } = await api('GET', `${kind.path}/${idOf(secret)}`, { client_secret: secret })
      return error ? { error } : { [kind.name]: answer }
    }

    async function handle(secret, intent) {
      const kind = kindOf(secret)
      const action = intent.status === 'requires_action' ? intent.next_action : undefined
      const url = action?.use_stripe_sdk?.stripe_js ?? action?.redirect_to_url?.url
      if (!url) return { [kind.name]: intent }
      await askCardholder(url)
      const result = await retrieve(secret)
      const after = result[kind.name]
      if (after?.status !== 'requires_payment_method') return result
      return { error: localize({ ...after[kind.error], [kind.wire]: after }) }
    }

    async function confirm(secret, { payment_method: method, ...params } = {}, { handleActions = true } = {}) {
      const kind = kindOf(secret)
      let id = method
      if (typeof method === 'object') {
        const made = await createPaymentMethod({ type: 'card', ...method })
        if (made.error) return made
        id = made.paymentMethod.id
      }
      const path = `${kind.path}/${idOf(secret)}/confirm`
      const sent = { ...params, payment_method: id, client_secret: secret, use_stripe_sdk: true }
      const { answer, error } = await api('POST', path, sent)
      if (error) return { error }
      return handleActions ? handle(secret, answer) : { [kind.name]: answer }
    }

    async function createPaymentMethod({ type, card, billing_details }) {
      if (type !== 'card')
        throw new IntegrationError(`The stand-in for Stripe makes no payment method of type ${type}.`)
      if (card instanceof CardElement) return card.createPaymentMethod({ billing_details })
      const { answer, error } = await api('POST', '/v1/payment_methods', { type, card, billing_details })
      return error ? { error } : { paymentMethod: answer }
    }

    return {
      elements: (options = {}) => makeElements(key, { locale, ...options }),
      createPaymentMethod,
      confirmCardPayment: confirm,
      confirmCardSetup: confirm,
      async handleNextAction({ clientSecret }) {
        const found = await retrieve(clientSecret)
        const intent = found[kindOf(clientSecret).name]
        return intent ? handle(clientSecret, intent) : found
      },
      retrievePaymentIntent: retrieve,
      retrieveSetupIntent: retrieve,
      registerAppInfo: () => undefined,
    }
  }

  window.Stripe = Object.assign(makeStripe, { version: 'endive' })
})()
