import { newLessonTitle } from './titles.ts'

/** Content of a new lesson before its author writes anything; the editor shows it and the server stores it. */
export const newLesson = {
  title: newLessonTitle,
  description: '',
  main_media_url: '',
  main_media_duration: 0,
  files: [],
  external_links: [],
  is_visible: true,
  is_private: false,
}
