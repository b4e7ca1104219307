'use strict';
// What every page does: darkness, language, and helpers for scripts that build parts of a page.
const mcr = (() => {
  const root = document.documentElement;
  const remember = (key, value) => { try { localStorage.setItem('mcr-' + key, value); } catch { /* Not allowed: then it is forgotten. */ } };
  const recall = key => { try { return localStorage.getItem('mcr-' + key); } catch { return null; } };

  // Without a Chinese font all its characters look the same: boxes.
  const hasChinese = (() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 24;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (!pen) return true;
    pen.font = '16px sans-serif';
    const look = character => {
      pen.clearRect(0, 0, 24, 24);
      pen.fillText(character, 3, 18);
      return pen.getImageData(0, 0, 24, 24).data.join();
    };
    return new Set(['国', '标', '麻', '将'].map(look)).size === 4;
  })();
  root.dataset.chinese = hasChinese ? 'yes' : 'no';

  const listeners = [];
  const language = () => root.dataset.lang;
  // A text in the language of the page, for where no element can hold both.
  const say = words => typeof words === 'string' ? words : language() === 'zh' && hasChinese ? words.zh : words.en;
  // Elements that hold both, of which the styles show one.
  const both = words => {
    if (typeof words === 'string' || words.en === words.zh) return [document.createTextNode(words.en ?? words)];
    const part = (name, text, lang) => Object.assign(document.createElement('span'), { className: name, textContent: text, lang });
    return [part('en', words.en, 'en'), part('zh', words.zh, 'zh-Hans')];
  };
  const make = (tag, properties = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name === 'class') element.className = value;
      else if (name === 'words') element.append(...both(value));
      else if (name in element && typeof value !== 'string') element[name] = value;
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };

  // Names for those who do not see: data-en and data-zh become the label, data-text-en and -zh the text of an option.
  const relabel = () => {
    for (const element of document.querySelectorAll('[data-en]'))
      element.setAttribute('aria-label', say({ en: element.dataset.en, zh: element.dataset.zh ?? element.dataset.en }));
    for (const element of document.querySelectorAll('[data-text-en]'))
      element.textContent = say({ en: element.dataset.textEn, zh: element.dataset.textZh });
  };
  const setLanguage = next => {
    root.dataset.lang = next;
    root.lang = next === 'zh' ? 'zh-Hans' : 'en';
    const button = document.getElementById('language');
    button.textContent = next === 'zh' ? 'English' : hasChinese ? '中文' : 'Chinese';
    button.lang = next === 'zh' ? 'en' : 'zh-Hans';
    button.setAttribute('aria-label', next === 'zh' ? 'English' : hasChinese ? '中文 (Chinese)' : 'Chinese');
    relabel();
    listeners.forEach(listener => listener());
  };
  document.getElementById('language').addEventListener('click', () => {
    const next = language() === 'zh' ? 'en' : 'zh';
    remember('lang', next);
    setLanguage(next);
  });

  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  const setTheme = theme => { root.dataset.theme = theme ?? (prefersDark.matches ? 'dark' : 'light'); };
  setTheme(recall('theme'));
  prefersDark.addEventListener('change', () => setTheme(recall('theme')));
  document.getElementById('theme').addEventListener('click', () => {
    const next = root.dataset.theme === 'dark' ? 'light' : 'dark';
    remember('theme', next);
    setTheme(next);
  });

  const asked = recall('lang') ?? (navigator.language.startsWith('zh') ? 'zh' : 'en');
  setLanguage(asked === 'zh' ? 'zh' : 'en');
  const data = id => JSON.parse(document.getElementById(id).textContent);
  return { say, both, make, data, relabel, language, onLanguage: listener => listeners.push(listener) };
})();
