import Theme from 'vitepress/theme-without-fonts'
import Playground from './playground.vue'
import './style.css'

export default {
  extends: Theme,
  enhanceApp: ({ app }) => {
    app.component('Playground', Playground)
  },
}
