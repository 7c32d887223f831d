import type { DemoLesson } from './demo-types.ts'

/** Films that their makers let all sites show: the Blender Foundation's, and the two in the manuals of Vimeo and Loom. */
export const films = {
  bunny: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  sintel: 'https://www.youtube.com/watch?v=eRsGyueVLvQ',
  tears: 'https://www.youtube.com/watch?v=R6MlUcmOul8',
  bunnyOnVimeo: 'https://vimeo.com/1084537',
  vimeo: 'https://vimeo.com/76979871',
  loom: 'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184',
}
const turns = [films.bunny, films.bunnyOnVimeo, films.sintel, films.vimeo, films.tears]

/** Notes that stand below some videos. */
const notes = [
  '<p>Assista uma vez sem parar e outra com a massa na bancada: a segunda ensina mais.</p>',
  '<h2>Antes de começar</h2><ul><li>Balança com precisão de 1 g</li><li>Termômetro de espeto</li><li>Uma tigela grande, de vidro ou inox</li></ul><p>Separe tudo. <strong>Pão não espera.</strong></p>',
  '<p>Se a sua cozinha passa de 28 °C, use água gelada e encurte o descanso em um terço.</p><blockquote><p>O relógio sugere, a massa decide.</p></blockquote>',
  '<h2>Como saber que deu certo</h2><ol><li>A massa dobra de volume</li><li>As bolhas aparecem na lateral do pote</li><li>O dedo afunda e a marca volta devagar</li></ol>',
  '<p>Fotografe o miolo e mande na pergunta desta aula: responder a uma foto é muito mais fácil.</p>',
]

/** Makes lessons of titles alone; special fields of some of them come by title. */
export const lessons = (titles: string[], special: Record<string, Partial<DemoLesson>> = {}): DemoLesson[] =>
  titles.map((title, index) => ({
    title,
    media: turns[(index + title.length) % turns.length]!,
    minutes: 5 + ((title.length * 7 + index) % 14),
    ...(index % 3 === 0 ? { text: notes[(index + title.length) % notes.length]! } : {}),
    ...special[title],
  }))

/** Makes modules of an outline in text: a line per module with its title, a colon, and its lessons between bars. */
export const modulesOf = (outline: string, special?: Record<string, Partial<DemoLesson>>) =>
  outline
    .trim()
    .split('\n')
    .map((line) => {
      const end = line.indexOf(': ')
      return { title: line.slice(0, end), lessons: lessons(line.slice(end + 2).split(' | '), special) }
    })
